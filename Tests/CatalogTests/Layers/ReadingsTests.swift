import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

/// The readings of a book from statements of several sources and the user.
@Suite struct ReadingsTests {
  struct Example: CustomTestStringConvertible {
    let name: String
    /// The statements of the sources, in order, and the user's.
    let words: [String]
    let decided: String

    init(_ name: String, _ words: [String], _ decided: String) {
      (self.name, self.words, self.decided) = (name, words, decided)
    }

    var testDescription: String { name }
  }

  static let examples = [
    Example(
      "Read again after an older export",
      [
        "sg read 2023-06-01..2023-06-09 @2023-06-09; before: read 2020-01-05..2020-02-01",
        "gr read ..2020-02-01 @2019-11-21",
      ],
      "read 2023-06-01..2023-06-09; before: read 2020-01-05..2020-02-01"),
    Example(
      "Wanted there, read here",
      ["gr want @2024-01-01", "sg read 2022-03-01..2022-03-09 @2022-03-09"],
      "read 2022-03-01..2022-03-09"),
    Example(
      "A count beside days",
      [
        "sg read 2020-01-05..2020-02-01 @2019-11-21; before: read 2015-03-01..2015-03-09",
        "gr read ..2020-02-01 @2019-11-21; before: read",
      ],
      "read 2020-01-05..2020-02-01; before: read 2015-03-01..2015-03-09"),
    Example(
      "A beginning without a day, then an end",
      ["gr reading @2019-11-21", "ko read 2023-12-06..2023-12-06 @2026-11-27"],
      "read 2023-12-06..2023-12-06"),
    Example(
      "Two devices, one reading under way",
      ["b paused 2023-11-17.. @2026-11-27", "a reading 2023-11-14.. @2026-11-27"],
      "reading 2023-11-14.."),
    Example(
      "Two devices, two readings",
      ["a read 2022-04-15..2022-04-15", "b read 2024-07-03..2024-07-03"],
      "read 2024-07-03..2024-07-03; before: read 2022-04-15..2022-04-15"),
    Example(
      "An end noted 16 days late",
      ["gr read ..2023-06-25", "ko read 2023-06-01..2023-06-09"],
      "read 2023-06-01..2023-06-09"),
    Example(
      "A month beside two days of other sources",
      ["a read ..2020-02-01", "b read ..2020-02", "c read ..2020-03-20"],
      "read ..2020-03-20; before: read ..2020-02-01"),
    Example(
      "Three ends 24 and 26 days apart",
      ["b read ..2020-01-25", "a read ..2020-01-01", "c read ..2020-02-20"],
      "read ..2020-02-20; before: read ..2020-01-25"),
    Example(
      "A year, and the December before it",
      ["a read ..2019-12-29", "b read ..2020"],
      "read ..2020; before: read ..2019-12-29"),
    Example(
      "The nearest end is the same reading",
      ["sg read 2019-01-01..2023-12-31", "gr read ..2023-12-31; before: read ..2019-01-20"],
      "read 2019-01-01..2023-12-31; before: read ..2019-01-20"),
    Example(
      "Three times, two of them with days elsewhere",
      ["gr read; before: read x2", "sg read 2022-01-01..2022-01-09; before: read ..2018"],
      "read 2022-01-01..2022-01-09; before: read ..2018, read"),
    Example(
      "Under way here, ended there",
      ["ko reading 2024-03-01..", "gr read ..2024-03-20"],
      "read ..2024-03-20"),
    Example(
      "Left off here, read from the beginning there",
      ["ko paused 2023-01-01..", "sg read 2024-06-01..2024-06-10"],
      "read 2024-06-01..2024-06-10; before: paused 2023-01-01.."),
    Example(
      "Read and begun again, with the end noted late",
      ["gr read ..2024-05-02", "ko reading 2024-05-06..; before: read 2024-04-20..2024-04-28"],
      "reading 2024-05-06..; before: read 2024-04-20..2024-04-28"),
    Example(
      "Currently reading, said after the end",
      ["gr reading @2024-05-10", "ko read 2022-02-01..2022-02-08"],
      "reading; before: read 2022-02-01..2022-02-08"),
    Example(
      "Wanted again by a source that knows the reading",
      ["sg want @2024-01-01; before: read 2021-05-01..2021-05-09", "gr read ..2021-05-09"],
      "want; before: read 2021-05-01..2021-05-09"),
    Example(
      "Given up or read on one day",
      ["sg abandoned 2024-03-01..2024-03-04", "gr read ..2024-03-04"],
      "abandoned 2024-03-01..2024-03-04"),
    Example(
      "Wanted with an end",
      ["gr want ..2022-03-09"],
      "want; before: read ..2022-03-09"),
    Example(
      "An end before its beginning",
      ["sg read 2023-06-01..2020-02-01", "gr read ..2020-02-03"],
      "read ..2020-02-03"),
    Example(
      "Two records of one source in a merged book",
      ["gr/1 read ..2020-02-01", "gr/2 read ..2020-02-01; before: read ..2020-02-11"],
      "read ..2020-02-01; before: read ..2020-02-11"),
    Example(
      "The user corrects a day",
      [
        "gr read ..2020-02-01 @2019-11-21",
        "ko read 2020-01-20..2020-02-02 @2019-11-21",
        "user read ..2019-02-01 @2020-05-05; replaced: read 2020-01-20..2020-02-02",
      ],
      "read ..2019-02-01"),
    Example(
      "The user marks reading, the device ends it",
      ["ko read 2024-03-02..2024-03-20 @2024-03-21", "user reading 2024-03-01.. @2024-03-01"],
      "read 2024-03-01..2024-03-20"),
    Example(
      "The user marks reading, a source without a beginning ends it",
      ["gr read ..2024-03-20 @2024-03-21", "user reading 2024-03-01.. @2024-03-01"],
      "read 2024-03-01..2024-03-20"),
    Example(
      "The user marked read, the device reads it again years later",
      ["ko reading 2024-03-02.. @2024-03-21", "user read ..2020-03-01 @2020-03-01"],
      "reading 2024-03-02..; before: read ..2020-03-01"),
    Example(
      "The user marked read, the file still says reading",
      ["gr reading @2024-02-01", "user read ..2024-03-01 @2024-03-01"],
      "read ..2024-03-01"),
    Example(
      "The user wants it again",
      [
        "ko read 2022-03-02..2022-03-05 @2024-03-21",
        "user want @2024-05-01; before: read 2022-03-02..2022-03-05",
      ],
      "want; before: read 2022-03-02..2022-03-05"),
    Example(
      "The user removes a reading",
      [
        "ko read 2022-03-02..2022-03-05 @2024-03-21",
        "user unread @2024-05-01; replaced: read 2022-03-02..2022-03-05",
      ],
      "unread"),
    Example(
      "The user begins again",
      ["gr read ..2020-02-01 @2019-11-21", "user reading 2024-05-01.. @2024-05-01; before: read ..2020-02-01"],
      "reading 2024-05-01..; before: read ..2020-02-01"),
    Example(
      "The user corrects the number of readings",
      ["gr read @2020-01-01; before: read x3", "user want @2024-01-01; before: read"],
      "want; before: read"),
    Example(
      "A source counts more readings after the user's correction",
      ["gr read @2025-01-01; before: read x3", "user want @2024-01-01; before: read"],
      "want; before: read x4"),
    Example(
      "The user begins again and leaves the number of readings as it is",
      ["gr read @2020-01-01; before: read", "user reading 2024-05-01.. @2024-05-01"],
      "reading 2024-05-01..; before: read x2"),
    Example(
      "The user begins again, and another source has another end of the earlier reading",
      ["gr read ..2020-02-03 @2020-03-01", "user reading 2024-05-01.. @2024-05-01; before: read ..2020-02-01"],
      "reading 2024-05-01..; before: read ..2020-02-01"),
    Example(
      "An end before the day on which the user was still reading",
      ["ko read ..2024-04-20 @2024-05-10", "user reading 2024-03-01.. @2024-05-01"],
      "reading 2024-03-01..; before: read ..2024-04-20"),
    Example(
      "An end noted 16 days late, in files with a date",
      ["gr read ..2023-06-25 @2023-07-01", "ko read 2023-06-01..2023-06-09 @2023-07-01"],
      "read 2023-06-01..2023-06-09"),
    Example(
      "A day is nearer than a month, even with another outcome",
      ["a abandoned ..2020-02-10", "b read ..2020-02-12; before: abandoned ..2020-02"],
      "abandoned ..2020-02-10; before: abandoned ..2020-02"),
    Example(
      "An equal outcome counts more than a nearer day",
      ["a read ..2020-02-10", "b abandoned ..2020-02-11; before: read ..2020-02-14"],
      "abandoned ..2020-02-11; before: read ..2020-02-10"),
    Example(
      "An open reading that began in another month than the reading that ended",
      ["a read 2024-04-15..2024-05-01", "b read ..2024-05-03", "c reading 2024-03.."],
      "read 2024-04-15..2024-05-01; before: paused 2024-03.."),
    Example(
      "A month that is near one end and overlaps another one",
      ["a read 2020-01-05..2020-02", "b read ..2020-02-20", "c read 2020-02-01..2020-03-10"],
      "read 2020-02-01..2020-03-10"),
    Example(
      "The user gives up what was read before",
      [
        "gr read ..2020-02-01 @2019-11-21",
        "user abandoned ..2024-05-01 @2024-05-01; before: read ..2020-02-01",
      ],
      "abandoned ..2024-05-01; before: read ..2020-02-01"),
  ]

  @Test(arguments: examples) func `each example has the expected readings`(example: Example) throws {
    let (words, user) = (try ReadingNotation.words(example.words), try ReadingNotation.user(example.words))
    let readings = Readings(words, user: user)
    expectEqual(ReadingNotation.text(readings), example.decided)
    // Importing the exported readings changes nothing.
    let current = readings.current
    for day in ["2000-01-01", "2030-01-01"] {
      let export = ReadingStatement(
        source: 99, state: current.state, started: current.started, finished: current.finished,
        earlier: readings.earlier, statedOn: try PartialDate(day))
      expectEqual(ReadingNotation.text(Readings([export] + words, user: user)), example.decided, "fed back, \(day)")
      expectEqual(ReadingNotation.text(Readings(words + [export], user: user)), example.decided, "fed back, \(day)")
    }
  }

  @Test func `an overridden statement has a reason`() throws {
    let words = try ReadingNotation.words([
      "gr abandoned ..2024-03-04 @2024-06-01", "sg read 2022-01-01..2022-02-01 @2024-06-01",
      "ko want 2020.. @2024-06-01",
    ])
    let user = try ReadingNotation.user(["user read ..2024-03-04 @2024-03-05; replaced: read 2022-01-01..2022-02-01"])
    let readings = Readings(words, user: user)
    expectEqual(ReadingNotation.text(readings), "read ..2024-03-04")
    expectEqual(readings.origin, .user)
    expectEqual(readings.overridden.map(\.statement), [0, 1, 2])
    expectEqual(readings.overridden.map(\.reason), [.sameReading(.user), .replaced, .notBegun])
    expectEqual(readings.overridden.map(\.contradictsUser), [true, true, false])
    // The user knew the source's statement when they made theirs.
    let known = Readings(
      words,
      user: user.map {
        UserReadingStatement(current: $0.current, replaced: $0.replaced, statedOn: try! PartialDate("2024-06-01"))
      })
    #expect(known.overridden.allSatisfy { !$0.contradictsUser })
  }

  @Test(
    "only statements that differ from the shown readings are reported",
    arguments: [
      (["gr read ..2020-02-01", "sg read ..2020-02-01"], []),
      (["gr read ..2020-02-01", "sg read ..2020-02-02"], [.sameReading(.statement(0))]),
      (["gr want 2024-05-01.."], []),
      (["gr want 2024-05-01..", "sg read ..2020-02-01"], [.notBegun]),
      (["gr want", "sg read ..2020-02-01"], [.lessKnown]),
      (["gr unread", "sg read ..2020-02-01"], []),
      (["gr want", "sg want"], []),
    ] as [([String], [Readings.OverriddenStatement.Reason])])
  func overridden(words: [String], reasons: [Readings.OverriddenStatement.Reason]) throws {
    try expectEqual(Readings(ReadingNotation.words(words)).overridden.map(\.reason), reasons)
  }

  @Test("a reading has ended if some source says so, even without a day")
  func endedWithoutDay() throws {
    for words in [
      ["a reading 2024-05-01..", "b read 2024-05-01.."], ["b read 2024-05-01..", "a reading 2024-05-01.."],
    ] {
      try expectEqual(ReadingNotation.text(Readings(ReadingNotation.words(words))), "read 2024-05-01..")
    }
  }

  @Test func `a source that still reports a book in progress after the user read it is not news`() throws {
    let user = try ReadingNotation.user(["user read ..2024-12-30 @2024-12-31"])
    for (day, shown) in [
      ("2024-12-30", "read ..2024-12-30"), ("2024-12-31", "read ..2024-12-30"),
      ("2025-01-01", "reading; before: read ..2024-12-30"),
    ] {
      let source = ReadingStatement(source: 1, state: .reading, statedOn: try PartialDate(day))
      expectEqual(ReadingNotation.text(Readings([source], user: user)), shown, "said \(day)")
    }
  }

  @Test func `the user's values stay as set, in whichever order they were set`() throws {
    let user = try ReadingNotation.user(["user want 2024-05-01.. @2024-05-02"])
    expectEqual(ReadingNotation.text(Readings([], user: user)), "want 2024-05-01..")
  }

  @Test func `among very many readings only equal days are compared`() throws {
    let many = ReadingStatement(
      source: 1, earlier: try (0..<2_000).map { Reading(finished: try PartialDate(year: -4000 + $0), outcome: .read) })
    let again = ReadingStatement(source: 2, earlier: many.earlier)
    expectEqual(Readings([many, again]).earlier.count, 2_000)
    let often = Reading(finished: try PartialDate("2020"), outcome: .read, times: 10_000)
    expectEqual(Readings([ReadingStatement(source: 3, earlier: [often])]).earlier, [often])
    // Another source without a day means one of these readings.
    let current = Readings([ReadingStatement(source: 3, earlier: [often]), ReadingStatement(source: 4, state: .read)])
    #expect(current.current.finished == often.finished && current.earlier.map(\.times) == [9_999])
  }
}

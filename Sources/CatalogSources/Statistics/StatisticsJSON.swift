import CatalogModel

/// Statistics as JSON: the keys of docs/json.md in a fixed order.
package enum StatisticsJSON {
  /// Writes the statistics as one object.
  package static func write(_ statistics: ReadingStatistics, to json: inout JSONWriter) {
    json.object { json in
      json.member("year", statistics.year)
      json.member("books", statistics.books)
      json.object("states") { json in
        for state in ReadState.allCases { json.member(state.rawValue, statistics.states[state] ?? 0) }
      }
      json.member("owned", statistics.owned)
      json.member("ownedUnread", statistics.ownedUnread)
      json.member("readings", statistics.readings)
      json.member("booksRead", statistics.booksRead)
      json.member("rereads", statistics.rereads)
      json.member("abandoned", statistics.abandoned)
      json.member("pages", statistics.pages)
      json.member("readingsWithoutPages", statistics.readingsWithoutPages)
      json.member("undated", statistics.undated)
      json.member("withoutMonth", statistics.withoutMonth)
      objects("periods", statistics.periods, &json) { period, json in
        json.member("period", period.date.description)
        json.member("readings", period.readings)
        json.member("pages", period.pages)
      }
      write("ratings", statistics.ratings, to: &json)
      write("averages", statistics.averages, to: &json)
      write("languages", "language", statistics.languages, to: &json)
      write("authors", "author", statistics.authors, to: &json)
      write("longest", "pages", statistics.longest, to: &json)
      write("shortest", "pages", statistics.shortest, to: &json)
      write(statistics.durations, to: &json)
      write(statistics.pace, to: &json)
      json.object("streaks") { json in
        write("days", statistics.streaks.days, to: &json)
        write("months", statistics.streaks.months, to: &json)
        write("currentDays", statistics.streaks.currentDays, to: &json)
        write("currentMonths", statistics.streaks.currentMonths, to: &json)
      }
    }
  }

  private static func objects<Item>(
    _ name: String, _ items: [Item], _ json: inout JSONWriter, _ members: (Item, inout JSONWriter) -> Void
  ) {
    json.array(name) { json in
      for item in items {
        json.object { json in
          members(item, &json)
        }
      }
    }
  }

  private static func write(_ name: String, _ ratings: ReadingStatistics.Ratings, to json: inout JSONWriter) {
    json.object(name) { json in
      json.member("count", ratings.count)
      json.key("mean")
      json.number(ratings.mean)
      objects("halves", Array(ratings.halves.enumerated()), &json) { half, json in
        json.key("rating")
        json.number(Double(half.offset + 1) / 2)
        json.member("count", half.element)
      }
    }
  }

  private static func write(
    _ name: String, _ key: String, _ shares: [ReadingStatistics.Share], to json: inout JSONWriter
  ) {
    objects(name, shares, &json) { share, json in
      json.member(key, share.name)
      json.member("count", share.count)
    }
  }

  private static func write(
    _ name: String, _ unit: String, _ book: ReadingStatistics.Measured?, to json: inout JSONWriter
  ) {
    json.key(name)
    guard let book else { return json.null() }
    json.object { json in
      json.key("id")
      json.integer(book.id)
      json.member("title", book.title)
      json.member(unit, book.amount)
    }
  }

  private static func write(_ durations: ReadingStatistics.Durations?, to json: inout JSONWriter) {
    json.key("durations")
    guard let durations else { return json.null() }
    json.object { json in
      json.member("count", durations.count)
      json.key("mean")
      json.number(durations.mean)
      json.key("median")
      json.number(durations.median)
      write("quickest", "days", durations.quickest, to: &json)
      write("slowest", "days", durations.slowest, to: &json)
    }
  }

  private static func write(_ pace: ReadingStatistics.Pace?, to json: inout JSONWriter) {
    json.key("pace")
    guard let pace else { return json.null() }
    json.object { json in
      json.member("pages", pace.pages)
      json.member("days", pace.days)
      json.key("pagesPerDay")
      json.number(pace.pagesPerDay)
    }
  }

  private static func write(_ name: String, _ streak: ReadingStatistics.Streak?, to json: inout JSONWriter) {
    json.key(name)
    guard let streak else { return json.null() }
    json.object { json in
      json.member("first", streak.first.description)
      json.member("last", streak.last.description)
      json.member("length", streak.length)
    }
  }
}

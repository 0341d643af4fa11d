/// Finds different spellings of the same name: other case, accents or punctuation, and for authors also inverted names
/// and initials.
package enum NameSpellings {
  /// A spelling of a name, and the number of books that use it.
  package struct Spelling: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(_ name: String, count: Int) { (self.name, self.count) = (name, count) }
  }

  /// The spellings of one name.
  package struct Group: Equatable, Sendable {
    /// The spelling to keep: the most frequent one; for people, the fullest of those that are about equally frequent.
    package let kept: Spelling
    /// The other spellings, at least one, most frequent first.
    package let others: [Spelling]
  }

  /// The maximum number of authors with one family name among whom initials are matched. Among more, initials are
  /// ambiguous.
  private static let familyLimit = 500

  /// Returns the groups of names that are spelled in several ways, in the order of the kept names.
  ///
  /// - Parameters:
  ///   - spellings: The spellings, each name once.
  ///   - ofPersons: True if the names are those of people.
  package static func groups(of spellings: [Spelling], ofPersons: Bool) -> [Group] {
    var byLetters: [String: [Spelling]] = [:]
    for spelling in spellings {
      let name = ofPersons ? AuthorName(spelling.name) : nil
      let letters = name?.letters ?? Fold.letters(of: spelling.name)
      // Names with the same letters may differ in meaning: “C++” and “C#”, father and son.
      let rest = name?.suffix ?? WordSigns.of(spelling.name)
      byLetters[(letters.isEmpty ? Fold.fold(spelling.name) : letters) + " " + rest, default: []].append(spelling)
    }
    let same = byLetters.sorted { $0.key < $1.key }.map(\.value)
    return (ofPersons ? joinedByInitials(same) : same).filter { $0.count > 1 }
      .map { group(of: $0, ofPersons: ofPersons) }
      .sorted { $0.kept.name < $1.kept.name }
  }

  /// Joins names with names that have their initials, if these can be only one person's.
  private static func joinedByInitials(_ groups: [[Spelling]]) -> [[Spelling]] {
    var families: [String: [(name: AuthorName, spellings: [Spelling])]] = [:]
    for spellings in groups {
      let name = AuthorName(spellings[0].name)
      families[name.family, default: []].append((name, spellings))
    }
    return families.sorted { $0.key < $1.key }.flatMap { _, names -> [[Spelling]] in
      guard (2...familyLimit).contains(names.count) else { return names.map(\.spellings) }
      // For each name, the names that it may be a spelling of, including itself. This is not an equivalence: “A. Lee”
      // may be Ann or Ada, who are different people.
      let fitting = names.map { one in
        Set(
          names.indices.filter { other in
            let another = names[other].name
            return another.suffix == one.name.suffix && one.name.fit(another).map { $0 <= .initials } ?? false
          })
      }
      var joined: [[Spelling]] = []
      var taken = Set<Int>()
      for index in names.indices where !taken.contains(index) {
        let isClear = fitting[index].allSatisfy { fitting[$0] == fitting[index] }
        let members = isClear ? fitting[index].sorted() : [index]
        taken.formUnion(members)
        joined.append(members.flatMap { names[$0].spellings })
      }
      return joined
    }
  }

  private static func group(of spellings: [Spelling], ofPersons: Bool) -> Group {
    let known = spellings.map { (spelling: $0, merit: merit(of: $0.name, ofPerson: ofPersons)) }
    let best = known.sorted { one, other in
      (frequency(of: one.spelling, ofPerson: ofPersons), one.merit, one.spelling.count, other.spelling.name)
        > (frequency(of: other.spelling, ofPerson: ofPersons), other.merit, other.spelling.count, one.spelling.name)
    }
    let others = best.dropFirst().sorted { one, other in
      (one.spelling.count, one.merit, other.spelling.name) > (other.spelling.count, other.merit, one.spelling.name)
    }
    return Group(kept: best[0].spelling, others: others.map(\.spelling))
  }

  /// Returns a measure of how frequent a spelling is. For people it is coarse (1 to 3 books are equal, 4 to 15, 16 to
  /// 63), because one more book is no reason to keep the poorer name. For tags and series it is exact: the case that
  /// most books use is the user's choice.
  private static func frequency(of spelling: Spelling, ofPerson: Bool) -> Int {
    guard ofPerson else { return spelling.count }
    return (max(1, spelling.count).bitWidth - max(1, spelling.count).leadingZeroBitCount - 1) / 2
  }

  /// Returns the merit of a spelling; of two that are about equally frequent, the one with the greater merit is kept.
  /// Mixed case comes first, then the number of letters, since first names have more than initials, then names that are
  /// not inverted, and finally the number of accented letters.
  private static func merit(of name: String, ofPerson: Bool) -> Int {
    let scalars = name.unicodeScalars
    let letters = ofPerson ? AuthorName(name).letters : Fold.letters(of: name)
    let isMixed = scalars.contains { $0.properties.isUppercase } && scalars.contains { $0.properties.isLowercase }
    return (isMixed ? 10_000_000 : 0) + min(9_999, letters.utf8.count) * 1_000
      + (scalars.contains(",") ? 0 : 500) + min(499, scalars.count { $0.value > 127 })
  }
}

/// A search for different spellings of the same name. Spellings may differ in case, accents or punctuation. Spellings
/// of authors' names may also differ in word order, or contain initials.
package enum NameSpellings {
  /// A spelling of a name, with the number of books that use it.
  package struct Spelling: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(_ name: String, count: Int) { (self.name, self.count) = (name, count) }
  }

  /// The different spellings of one name.
  package struct Group: Equatable, Sendable {
    /// The spelling to keep, which is the most frequent one. If several spellings of a person's name are about equally
    /// frequent, it is the fullest of them.
    package let kept: Spelling
    /// The other spellings, at least one, most frequent first.
    package let others: [Spelling]
  }

  /// The kind of names, which determines what counts as another spelling.
  package enum Kind: Sendable {
    /// Names of people, which may also differ in word order or contain initials.
    case persons
    /// Codes of languages, which may differ in length and region: `en`, `eng` and `en-GB`.
    case languages
    /// Other names, such as tags.
    case others
  }

  /// The maximum number of authors with the same family name whose initials are matched. With more authors, initials
  /// are too ambiguous.
  private static let familyLimit = 500

  /// Returns a group for each name that is spelled in several ways, sorted by the spelling to keep.
  ///
  /// - Parameters:
  ///   - spellings: The spellings, without duplicates.
  ///   - kind: The kind of the names.
  package static func groups(of spellings: [Spelling], _ kind: Kind) -> [Group] {
    let ofPersons = kind == .persons
    var byLetters: [String: [Spelling]] = [:]
    for spelling in spellings {
      if kind == .languages {
        byLetters[LanguageCode.canonical(spelling.name), default: []].append(spelling)
        continue
      }
      let name = ofPersons ? AuthorName(spelling.name) : nil
      let letters = name?.letters ?? Fold.letters(of: spelling.name)
      // Names with the same letters may still be different names, such as “C++” and “C#”, or the names of a father and
      // his son.
      let rest = name?.suffix ?? WordSigns.of(spelling.name)
      byLetters[(letters.isEmpty ? Fold.fold(spelling.name) : letters) + " " + rest, default: []].append(spelling)
    }
    let same = byLetters.sorted { $0.key < $1.key }.map(\.value)
    return (ofPersons ? joinedByInitials(same) : same).filter { $0.count > 1 }
      .map { group(of: $0, ofPersons: ofPersons) }
      .sorted { $0.kept.name < $1.kept.name }
  }

  /// Joins a full name with a name that has only initials, if the initials fit only one person.
  private static func joinedByInitials(_ groups: [[Spelling]]) -> [[Spelling]] {
    var families: [String: [(name: AuthorName, spellings: [Spelling])]] = [:]
    for spellings in groups {
      let name = AuthorName(spellings[0].name)
      families[name.family, default: []].append((name, spellings))
    }
    return families.sorted { $0.key < $1.key }.flatMap { _, names -> [[Spelling]] in
      guard (2...familyLimit).contains(names.count) else { return names.map(\.spellings) }
      // For each name, the names that it may be a spelling of, including itself. The relation is not transitive:
      // “A. Lee” may be Ann Lee or Ada Lee, who are different people.
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

  /// Returns a measure of how often a spelling is used. For names of people, the measure is coarse: 1 to 3 books count
  /// as equal, as do 4 to 15 and 16 to 63, because one more book is no reason to keep a less complete name. For tags
  /// and series, the measure is exact, because the most frequent spelling is the user's choice.
  private static func frequency(of spelling: Spelling, ofPerson: Bool) -> Int {
    guard ofPerson else { return spelling.count }
    return (max(1, spelling.count).bitWidth - max(1, spelling.count).leadingZeroBitCount - 1) / 2
  }

  /// Returns a score for a spelling. Of two spellings that are about equally frequent, the one with the higher score is
  /// kept. The criteria are, in order: mixed case, more letters (full names have more than initials), names that are
  /// not inverted, and more accented letters.
  private static func merit(of name: String, ofPerson: Bool) -> Int {
    let scalars = name.unicodeScalars
    let letters = ofPerson ? AuthorName(name).letters : Fold.letters(of: name)
    let isMixed = scalars.contains { $0.properties.isUppercase } && scalars.contains { $0.properties.isLowercase }
    return (isMixed ? 10_000_000 : 0) + min(9_999, letters.utf8.count) * 1_000
      + (scalars.contains(",") ? 0 : 500) + min(499, scalars.count { $0.value > 127 })
  }
}

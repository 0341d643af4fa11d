/// Finds names that are one, spelled otherwise: in case, accents or punctuation; of authors also with the family name in
/// front, and with initials.
package enum NameSpellings {
  /// A name as it is spelled, and how many books have it so.
  package struct Spelling: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(_ name: String, count: Int) { (self.name, self.count) = (name, count) }
  }

  /// Spellings of one name.
  package struct Group: Equatable, Sendable {
    /// The one that most books have; of persons the fullest of those that about as many have.
    package let kept: Spelling
    /// The others, at least one; that of most books first.
    package let others: [Spelling]
  }

  /// Of so many authors of one family name nobody could say whose initials are whose.
  private static let familyLimit = 500

  /// The groups of names that are spelled in several ways, in the order of the names that are kept.
  ///
  /// - Parameters:
  ///   - spellings: each name once.
  ///   - ofPersons: whether names are those of persons.
  package static func groups(of spellings: [Spelling], ofPersons: Bool) -> [Group] {
    var byLetters: [String: [Spelling]] = [:]
    for spelling in spellings {
      let name = ofPersons ? AuthorName(spelling.name) : nil
      let letters = name?.letters ?? Fold.letters(of: spelling.name)
      // What has the same letters and is something else: “C++” and “C#”, father and son.
      let rest = name?.suffix ?? WordSigns.of(spelling.name)
      byLetters[(letters.isEmpty ? Fold.fold(spelling.name) : letters) + " " + rest, default: []].append(spelling)
    }
    let same = byLetters.sorted { $0.key < $1.key }.map(\.value)
    return (ofPersons ? joinedByInitials(same) : same).filter { $0.count > 1 }
      .map { group(of: $0, ofPersons: ofPersons) }
      .sorted { $0.kept.name < $1.kept.name }
  }

  /// Joins names that have the initials of others, where these can be only one person's.
  private static func joinedByInitials(_ groups: [[Spelling]]) -> [[Spelling]] {
    var families: [String: [(name: AuthorName, spellings: [Spelling])]] = [:]
    for spellings in groups {
      let name = AuthorName(spellings[0].name)
      families[name.family, default: []].append((name, spellings))
    }
    return families.sorted { $0.key < $1.key }.flatMap { _, names -> [[Spelling]] in
      guard (2...familyLimit).contains(names.count) else { return names.map(\.spellings) }
      // Which names each one may be, itself among them: that is no equivalence, since “A. Lee” may be Ann or Ada, who
      // are two.
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

  /// How common a spelling is; of persons roughly: 1 to 3 books are as good as each other, 4 to 15, 16 to 63. A book more is no reason
  /// to keep the poorer name. Of tags and series the case that most books have is the user's own.
  private static func frequency(of spelling: Spelling, ofPerson: Bool) -> Int {
    guard ofPerson else { return spelling.count }
    return (max(1, spelling.count).bitWidth - max(1, spelling.count).leadingZeroBitCount - 1) / 2
  }

  /// Which of two spellings that are about as common is kept: the greater one. One with capitals and small letters goes before one
  /// without, then what has more letters, as a first name has and initials have not; then a name as it is read before one that is
  /// turned, and what has more accents.
  private static func merit(of name: String, ofPerson: Bool) -> Int {
    let scalars = name.unicodeScalars
    let letters = ofPerson ? AuthorName(name).letters : Fold.letters(of: name)
    let isMixed = scalars.contains { $0.properties.isUppercase } && scalars.contains { $0.properties.isLowercase }
    return (isMixed ? 10_000_000 : 0) + min(9_999, letters.utf8.count) * 1_000
      + (scalars.contains(",") ? 0 : 500) + min(499, scalars.count { $0.value > 127 })
  }
}

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
    /// The one that most books have.
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
    return (ofPersons ? joinedByInitials(same) : same).filter { $0.count > 1 }.map(group)
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

  private static func group(of spellings: [Spelling]) -> Group {
    let sorted = spellings.sorted { one, other in
      one.count != other.count
        ? one.count > other.count
        : (merit(of: one.name), other.name) > (merit(of: other.name), one.name)
    }
    return Group(kept: sorted[0], others: Array(sorted.dropFirst()))
  }

  /// Which of two spellings that are as common is kept: the greater one. One with capitals and small letters goes before
  /// one without, and a name as it is read before one that is turned; then what has more letters and accents.
  private static func merit(of name: String) -> Int {
    let scalars = name.unicodeScalars
    let isMixed = scalars.contains { $0.properties.isUppercase } && scalars.contains { $0.properties.isLowercase }
    return (isMixed ? 1_000_000 : 0) + (scalars.contains(",") ? 0 : 100_000)
      + min(99_999, Fold.letters(of: name).utf8.count * 8 + scalars.count { $0.value > 127 })
  }
}

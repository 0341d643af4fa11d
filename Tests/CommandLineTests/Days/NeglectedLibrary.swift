/// The table of a library that many people have typed. It has the requested number of rows, is the same each time, and
/// contains the errors that librarians complain about.
struct NeglectedLibrary {
  let rows: Int

  private static let names = ["Ada", "Bruno", "Clara", "Dmitri", "Edda", "Farid", "Grete", "Hugo", "Ines", "Jorge"]
  private static let families = [
    "Abara", "Brandt", "Castell", "Dahl", "Eklund", "Farkas", "Grimaldi", "Holm", "Ivanova", "Jansen", "Karlsson",
    "Lindqvist", "Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Sato",
  ]
  private static let colours = [
    "Amber", "Azure", "Black", "Copper", "Crimson", "Emerald", "Golden", "Grey", "Indigo", "Ivory", "Jade", "Lilac",
    "Ochre", "Olive", "Pearl", "Purple", "Russet", "Scarlet", "Silver", "White",
  ]
  private static let things = [
    "Anchor", "Bridge", "Candle", "Door", "Engine", "Ferry", "Garden", "Harbour", "Island", "Journey", "Kettle",
    "Lantern", "Mirror", "Needle", "Orchard", "Piano", "Quarry", "River", "Station", "Tower", "Umbrella", "Violin",
    "Window", "Yard", "Zither",
  ]
  private static let places = [
    "Antwerp", "Bergen", "Cork", "Delft", "Evora", "Faro", "Ghent", "Hull", "Istanbul", "Jena", "Kyoto", "Lviv",
    "Malmo", "Nantes", "Oslo", "Porto", "Quito", "Riga", "Split", "Turin",
  ]
  private static let tags = ["novel", "history", "poetry", "travel", "crime"]

  /// Duplicate books, names in several spellings, and an author whose name is the title.
  private static let planted = [
    #""The Hunger Games (The Hunger Games, #1)",Suzanne Collins,0439023483,2008,374,novel"#,
    #"Hunger Games,"Collins, Suzanne",,2008,,Young Adult"#,
    #"The hunger games,Suzanne Collins,9780439023481,,374,young adult"#,
    #"1984,George Orwell,,1949,328,Sci-Fi"#,
    #"1984,George Orwell; Michael Walter,,1949,,sci-fi"#,
    #"The Great Gatsby,F Scott Fitzgerald,,1925,180,novel"#,
    #"The Great Gatsby,F. Scott Fitzgerald,,1925,180,novel"#,
    #"Tender Is the Night,F. Scott Fitzgerald,,1934,,novel"#,
    #"The Hobbit,Tolkien,,1937,310,Fantasy"#,
    #"The Hobbit,J.R.R. Tolkien,,1937,310,fantasy"#,
    #"The Silmarillion,J. R. R. Tolkien,,1977,365,fantasy"#,
    #"Emma,,,1815,,novel"#,
    #"Emma,,,1815,,novel"#,
    #"Dune,Frank Herbert,9780441013594,1965,412,sci-fi"#,
  ]

  var csv: String {
    let rest = (0..<max(rows - Self.planted.count, 0)).map(row)
    return (["title,authors,isbn,year,pages,tags"] + rest + Self.planted).joined(separator: "\n") + "\n"
  }

  /// Returns a correct row, except that every tenth title contains its series.
  private func row(_ number: Int) -> String {
    func some(_ words: [String], _ step: Int) -> String { words[number / step % words.count] }
    let (colour, thing, place) = (some(Self.colours, 1), some(Self.things, 20), some(Self.places, 500))
    let series = number % 10 == 3 ? " (\(place) Stories, #\(number / 10 % 9 + 1))" : ""
    let author = "\(some(Self.names, 19)) \(some(Self.families, 1))"
    return
      "\"The \(colour) \(thing) of \(place)\(series)\",\(author),,\(1_900 + number % 120),\(90 + number * 7 % 800),"
      + some(Self.tags, 1)
  }
}

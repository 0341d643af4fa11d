import Catalog

/// The words that generated books are made of, the most common first. After the real ones come made-up ones, since the
/// long tail of rare words is what makes a full-text index large.
enum Vocabulary {
  static let titleWords =
    words(
      """
      the of a and in to for love life world story guide man house night girl history war book secret on last house lost
      king time american woman new art black little dark heart great with death from blood dead city river home day
      children white red game stories other complete one stone my red moon fire summer light lady dream shadow how
      island queen wild god sea best road what dog sun garden journey land star truth lies family poems power glass
      letters silent beautiful mystery tale bones ghost years adventures away brothers sister daughters sons mother
      father return rise fall beyond under behind between before after winter spring autumn midnight morning golden
      silver iron green blue crown sword throne magic witch dragon wolf bear raven angel devil saint soldier doctor
      teacher stranger traveler thief hunter killer lover wife husband friend enemy child boy boys girls men women
      people nation empire republic revolution peace science nature mind body soul spirit faith hope grace mercy
      justice freedom money business work school college kitchen cooking recipes music song dance film language words
      writing reading reader library mountain valley forest tree flower rose bird horse cat rabbit fish ocean water
      storm rain snow wind ice earth sky stars planet space machine future past present memory forgotten hidden broken
      burning falling flying running waiting walking dancing dying living being becoming leaving coming going seven
      three two five hundred thousand million first second third final eternal endless empty open closed deep high
      long short small big old young ancient modern brief true false perfect strange quiet loud sweet bitter cold hot
      """) + madeUp(18_000, syllables: 2...4, seed: 11)

  static let surnames =
    words(
      """
      smith king brown roberts johnson james scott green walker adams carter clark martin moore evans hill baker young
      collins wright hall turner cooper parker murphy bell bennett wood russell stewart ross reed kelly howard hughes
      fisher simmons foster bryant griffin hayes myers ford hamilton graham sullivan wallace woods cole west jordan
      owens reynolds fox gordon shaw rice hunt black daniels palmer mills nichols grant knight stone hawkins dunn
      perkins hudson spencer gardner stephens payne pierce berry matthews arnold wagner willis ray watkins olson
      carroll duncan snyder hart cunningham bradley lane andrews ruiz harper riley armstrong weaver greene lawrence
      elliott chavez sims austin peters franklin lawson tolkien austen dickens christie murakami rowling atwood morrison
      """) + madeUp(6_000, syllables: 2...3, seed: 12)

  static let firstNames = words(
    """
    john david michael james robert mary william richard stephen anne elizabeth george paul peter susan sarah jane
    thomas charles harry margaret linda karen patricia jennifer lisa laura julia emily alice kate helen ruth martha frank
    henry edward arthur walter jack daniel mark andrew simon philip victor hugo oscar leo max otto ivan anna maria
    sofia elena clara eva nina olga rosa carmen lucia paula marta ines jorge pablo luis carlos miguel pedro diego
    """)

  static let tags = words(
    """
    fiction fantasy mystery romance history biography science children thriller classics poetry horror crime travel
    cooking art music philosophy religion politics economics psychology health sports humor drama essays nature war
    technology mathematics education reference comics memoir adventure western short-stories young-adult
    """)

  static let publishers = ["Penguin", "Vintage", "HarperCollins", "Macmillan", "Faber", "Suhrkamp", "Gallimard", "Tor"]

  /// The most common first; the rest share what is left.
  static let languages = [
    "eng", "eng", "eng", "eng", "eng", "eng", "en-US", "en-GB", "ger", "fre", "spa", "jpn", "rus",
  ]

  /// Titles in other scripts, and with accents, which fold to something else than they are.
  static let foreignTitles = [
    "銀河鉄道の夜", "ノルウェイの森", "紅樓夢", "三體", "Война и мир", "Мастер и Маргарита", "Ο μικρός πρίγκιπας", "ألف ليلة وليلة",
    "Les Misérables", "L'Étranger", "Der Zauberberg über Zürich", "Cien años de soledad", "Příběh",
    "Żółta łódź", "İstanbul Hatırası", "채식주의자", "हिन्दी कहानियाँ",
  ]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static func madeUp(_ count: Int, syllables: ClosedRange<Int>, seed: UInt64) -> [String] {
    let onsets = [
      "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w",
    ]
    let rhymes = ["a", "an", "ar", "e", "el", "en", "er", "i", "in", "is", "o", "on", "or", "u", "us"]
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      (0..<syllables.lowerBound + generator.below(syllables.count))
        .map { _ in onsets[generator.below(onsets.count)] + rhymes[generator.below(rhymes.count)] }.joined()
    }
  }
}

/// Language codes. A code is stored as it was given, and compared as its three-letter code in ISO 639-3.
package enum LanguageCode {
  /// Returns the code by which languages are compared: `eng` for `en`, `en-US`, `EN` and `eng`. An unknown code is
  /// returned in lower case, without its region.
  package static func canonical(_ code: String) -> String {
    let primary = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return threeLetters[primary] ?? primary
  }

  /// Returns the code as a BCP 47 tag (RFC 5646, section 2.2), such as `en`, `en-US` or `zh-Hant`: the shortest code of
  /// the language, followed by the script and the region if they are given. Returns `nil` if the text is not a code.
  package static func tag(_ code: String) -> String? {
    let parts = code.split { $0 == "-" || $0 == "_" }
    func hasLetters(_ part: some StringProtocol) -> Bool {
      part.utf8.allSatisfy { $0.isASCIILetterOrDigit && !(48...57).contains($0) }
    }
    guard let primary = parts.first?.lowercased(), (2...8).contains(primary.utf8.count), hasLetters(primary) else {
      return nil
    }
    let language = canonical(primary)
    var tag = [twoLetters[language] ?? language]
    var rest = parts.dropFirst()
    if let script = rest.first, script.utf8.count == 4, hasLetters(script) {
      tag.append(script.prefix(1).uppercased() + script.dropFirst().lowercased())
      rest = rest.dropFirst()
    }
    if let region = rest.first,
      region.utf8.count == 2 && hasLetters(region) || region.utf8.count == 3 && region.isDigits
    {
      tag.append(region.uppercased())
    }
    return tag.joined(separator: "-")
  }

  /// Returns the three-letter code that libraries use for a language (ISO 639-2/B, as in the MARC code list): `ger` for
  /// `de` and for `deu`. Returns `nil` if the text does not have the form of a language code.
  package static func bibliographic(_ code: String) -> String? {
    let canonical = canonical(code)
    guard canonical.utf8.count == 3, canonical.utf8.allSatisfy({ (97...122).contains($0) }) else { return nil }
    return bibliographicCodes[canonical] ?? canonical
  }

  private static let bibliographicCodes = Dictionary(
    threeLetters.lazy.filter { $0.key.utf8.count == 3 }.map { ($0.value, $0.key) }, uniquingKeysWith: min)

  /// Returns all codes for a language, given its canonical code. The canonical code comes first.
  static func codes(for canonical: String) -> [String] {
    [canonical] + threeLetters.filter { $0.value == canonical }.map(\.key).sorted()
  }

  /// Returns the canonical code for the name of a language; `nil` if the name is unknown. Names in English, in the
  /// language itself and in some other languages are known, in upper or lower case: `German`, `deutsch` → `deu`.
  package static func named(_ name: String) -> String? { names[name.lowercased()] }

  /// Returns the English name of a language, given its canonical code; `nil` if it is unknown.
  package static func englishName(of canonical: String) -> String? { englishNames[canonical] }

  private static let englishNames = Dictionary(
    uniqueKeysWithValues: namesByCode.split(separator: "\n").map { line in
      let parts = line.split(separator: ":")
      return (String(parts[0]), String(parts[1].prefix { $0 != "|" }))
    })

  /// Returns true if a text is a known language code of two or three letters, with or without a region.
  package static func isKnown(_ code: String) -> Bool {
    known.contains(canonical(code))
  }

  private static let known = Set(threeLetters.values)

  /// The language codes, keyed by names in lower case.
  private static let names: [String: String] = {
    var table: [String: String] = [:]
    for line in namesByCode.split(separator: "\n") {
      let parts = line.split(separator: ":")
      for name in parts[1].split(separator: "|") { table[name.lowercased()] = String(parts[0]) }
    }
    return table
  }()

  private static let namesByCode = """
    afr:Afrikaans
    ara:Arabic|العربية|Arabe|Arabisch
    bel:Belarusian|Беларуская
    ben:Bengali|Bangla|বাংলা
    bul:Bulgarian|Български
    cat:Catalan|Català
    ces:Czech|Čeština|Tschechisch|Tchèque
    cym:Welsh|Cymraeg
    dan:Danish|Dansk|Dänisch
    deu:German|Deutsch|Allemand|Alemán|Tedesco|Duits|Alemão
    ell:Greek|Ελληνικά|Modern Greek|Greek, Modern (1453-)|Griechisch
    grc:Ancient Greek|Greek, Ancient (to 1453)|Greek (Ancient)
    eng:English|Englisch|Anglais|Inglés|Inglese|Engels|Inglês|Английский
    epo:Esperanto
    est:Estonian|Eesti
    eus:Basque|Euskara
    fas:Persian|Farsi|فارسی
    fin:Finnish|Suomi|Finnisch
    fra:French|Français|Französisch|Francés|Francese|Frans|Francês
    gle:Irish|Gaeilge
    glg:Galician|Galego
    heb:Hebrew|עברית
    hin:Hindi|हिन्दी
    hrv:Croatian|Hrvatski
    hun:Hungarian|Magyar|Ungarisch
    hye:Armenian|Հայերեն
    ind:Indonesian|Bahasa Indonesia
    isl:Icelandic|Íslenska
    ita:Italian|Italiano|Italienisch|Italien
    jpn:Japanese|日本語|Japanisch|Japonais
    kat:Georgian|ქართული
    kor:Korean|한국어|Koreanisch|Coréen
    lat:Latin|Latina|Latein
    lav:Latvian|Latviešu
    lit:Lithuanian|Lietuvių
    mkd:Macedonian|Македонски
    msa:Malay|Bahasa Melayu
    nld:Dutch|Nederlands|Niederländisch|Néerlandais|Flemish
    nob:Norwegian Bokmål|Bokmål
    nor:Norwegian|Norsk|Norwegisch
    pol:Polish|Polski|Polnisch|Polonais
    por:Portuguese|Português|Portugiesisch|Portugais|Portugués
    ron:Romanian|Română|Rumänisch
    rus:Russian|Русский|Russisch|Russe|Ruso
    san:Sanskrit|संस्कृतम्
    slk:Slovak|Slovenčina
    slv:Slovenian|Slovene|Slovenščina
    spa:Spanish|Español|Castellano|Spanisch|Espagnol|Spagnolo|Spaans|Espanhol|Castilian
    sqi:Albanian|Shqip
    srp:Serbian|Српски|Srpski
    swa:Swahili|Kiswahili
    swe:Swedish|Svenska|Schwedisch|Suédois
    tam:Tamil|தமிழ்
    tha:Thai|ไทย
    tur:Turkish|Türkçe|Türkisch
    ukr:Ukrainian|Українська
    urd:Urdu|اردو
    vie:Vietnamese|Tiếng Việt
    yid:Yiddish|ייִדיש
    zho:Chinese|中文|Chinesisch|Chinois|Mandarin
    """

  /// Returns the articles that may begin a title in the given language, and that sorting ignores. `nil` means English.
  static func articles(of code: String?) -> Set<String> {
    guard let code else { return english }
    return articles[canonical(code)] ?? []
  }

  /// Returns true if a word is an article in any of the languages.
  package static func isArticle(_ word: String) -> Bool { allArticles.contains(word) }

  private static let allArticles = articles.values.reduce(into: Set<String>()) { $0.formUnion($1) }

  private static let english: Set<String> = ["the", "a", "an"]

  private static let articles: [String: Set<String>] = [
    "eng": english,
    "fra": ["le", "la", "les", "l", "un", "une"],
    "deu": ["der", "die", "das", "ein", "eine"],
    "spa": ["el", "la", "los", "las", "un", "una", "unos", "unas"],
    "ita": ["il", "lo", "la", "l", "i", "gli", "le", "un", "uno", "una"],
    "por": ["o", "a", "os", "as", "um", "uma"],
    "nld": ["de", "het", "een"],
    "swe": ["en", "ett", "den", "det"],
    "dan": ["en", "et", "den", "det"],
    "nob": ["en", "et", "den", "det"],
    "nor": ["en", "et", "den", "det"],
    "hun": ["a", "az", "egy"],
  ]

  /// The ISO 639-3 codes, keyed by two-letter codes (ISO 639-1) and by the bibliographic codes of ISO 639-2.
  private static let threeLetters: [String: String] = {
    var table: [String: String] = [:]
    for pair in pairs.split(whereSeparator: \.isWhitespace) {
      let codes = pair.split(separator: ":")
      table[String(codes[0])] = String(codes[1])
    }
    return table
  }()

  /// The two-letter codes, keyed by canonical code.
  private static let twoLetters = Dictionary(
    threeLetters.lazy.filter { $0.key.utf8.count == 2 }.map { ($0.value, $0.key) }, uniquingKeysWith: min)

  private static let pairs = """
    aa:aar ab:abk ae:ave af:afr ak:aka alb:sqi am:amh an:arg ar:ara arm:hye as:asm av:ava ay:aym az:aze ba:bak
    baq:eus be:bel bg:bul bi:bis bm:bam bn:ben bo:bod br:bre bs:bos bur:mya ca:cat ce:che ch:cha chi:zho co:cos
    cr:cre cs:ces cu:chu cv:chv cy:cym cze:ces da:dan de:deu dut:nld dv:div dz:dzo ee:ewe el:ell en:eng eo:epo
    es:spa et:est eu:eus fa:fas ff:ful fi:fin fj:fij fo:fao fr:fra fre:fra fy:fry ga:gle gd:gla geo:kat ger:deu
    gl:glg gn:grn gre:ell gu:guj gv:glv ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:hye hz:her ia:ina
    ice:isl id:ind ie:ile ig:ibo ii:iii ik:ipk io:ido is:isl it:ita iu:iku ja:jpn jv:jav ka:kat kg:kon ki:kik kj:kua
    kk:kaz kl:kal km:khm kn:kan ko:kor kr:kau ks:kas ku:kur kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin
    lo:lao lt:lit lu:lub lv:lav mac:mkd mao:mri may:msa mg:mlg mh:mah mi:mri mk:mkd ml:mal mn:mon mr:mar ms:msa
    mt:mlt my:mya na:nau nb:nob nd:nde ne:nep ng:ndo nl:nld nn:nno no:nor nr:nbl nv:nav ny:nya oc:oci oj:oji om:orm
    or:ori os:oss pa:pan per:fas pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:ron ru:rus rum:ron rw:kin
    sa:san sc:srd sd:snd se:sme sg:sag sh:hbs si:sin sk:slk sl:slv slo:slk sm:smo sn:sna so:som sq:sqi sr:srp ss:ssw
    st:sot su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tib:bod tk:tuk tl:tgl tn:tsn to:ton tr:tur ts:tso
    tt:tat tw:twi ty:tah ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln wel:cym wo:wol xh:xho yi:yid yo:yor
    za:zha zh:zho zu:zul
    """
}

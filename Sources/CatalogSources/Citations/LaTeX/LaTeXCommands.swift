/// The LaTeX commands for letters and symbols that occur in bibliographies (LaTeX 2e, `fontenc` T1, `textcomp`).
enum LaTeXCommands {
  /// The combining characters for accent commands.
  static let accents: [String: UnicodeScalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", "u": "\u{306}", ".": "\u{307}",
    "\"": "\u{308}", "r": "\u{30A}", "H": "\u{30B}", "v": "\u{30C}", "d": "\u{323}", "c": "\u{327}", "k": "\u{328}",
    "b": "\u{331}", "t": "\u{361}", "U": "\u{30E}", "G": "\u{30F}", "h": "\u{309}",
  ]

  /// The characters for accent commands without a letter.
  static let bareAccents = ["^": "^", "~": "~", "`": "`", "'": "´", "\"": "¨", "c": "¸", "=": "¯", "u": "˘", "v": "ˇ"]

  /// The letters and symbols for named commands.
  static let symbols = letters.merging(math) { letter, _ in letter }

  /// Commands for letters and symbols in text.
  static let letters: [String: String] = [
    "ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ", "i": "ı",
    "j": "ȷ", "ij": "ĳ", "IJ": "Ĳ",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "quotesinglbase": "‚", "quotedblbase": "„", "glqq": "„", "grqq": "“", "glq": "‚",
    "grq": "‘", "flqq": "«", "frqq": "»", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«",
    "guillemetright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "textquotedbl": "\"", "textquotesingle": "'",
    "lq": "‘", "rq": "’", "ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`", "textunderscore": "_", "textbar": "|",
    "textless": "<", "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}",
    "textdollar": "$", "textsterling": "£", "pounds": "£", "texteuro": "€", "euro": "€", "EUR": "€", "textyen": "¥",
    "textcent": "¢", "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™",
    "textdegree": "°", "degree": "°", "S": "§", "textsection": "§", "P": "¶", "textparagraph": "¶", "dag": "†",
    "textdagger": "†", "ddag": "‡", "textdaggerdbl": "‡", "textbullet": "•", "textperiodcentered": "·",
    "textexclamdown": "¡", "textquestiondown": "¿", "textordfeminine": "ª", "textordmasculine": "º",
    "textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾", "textmu": "µ", "texttimes": "×",
    "textdiv": "÷", "textpm": "±", "textlnot": "¬", "textbrokenbar": "¦", "textnumero": "№",
    "textasteriskcentered": "*",
    "textonesuperior": "¹", "texttwosuperior": "²", "textthreesuperior": "³", "textcurrency": "¤", "slash": "/",
    "textasciidieresis": "¨", "textasciiacute": "´", "textasciimacron": "¯", "textnobreakspace": "\u{A0}",
    "nobreakspace": "\u{A0}", "textperthousand": "‰", "textquotestraightdblbase": "\"",
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "and": "and",
  ]

  /// Commands for letters and symbols in formulas.
  static let math: [String: String] = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "times": "×", "pm": "±", "cdot": "·", "le": "≤", "leq": "≤",
    "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "leftrightarrow": "↔", "Rightarrow": "⇒", "sim": "∼", "in": "∈", "sum": "∑", "prod": "∏", "int": "∫",
    "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃", "cup": "∪", "cap": "∩", "subset": "⊂", "ell": "ℓ",
    "hbar": "ℏ", "prime": "′", "circ": "∘", "star": "⋆", "sqrt": "√", "cdots": "⋯", "langle": "⟨", "rangle": "⟩",
  ]

  /// The characters for commands that consist of a single nonletter.
  static let characters: [UInt8: String] = [
    UInt8(ascii: "&"): "&", UInt8(ascii: "%"): "%", UInt8(ascii: "$"): "$", UInt8(ascii: "_"): "_",
    UInt8(ascii: "#"): "#", UInt8(ascii: "{"): "{", UInt8(ascii: "}"): "}", UInt8(ascii: ","): "\u{2009}",
    UInt8(ascii: ";"): " ", UInt8(ascii: ":"): " ", UInt8(ascii: "!"): "", UInt8(ascii: "/"): "",
    UInt8(ascii: "-"): "", UInt8(ascii: "@"): "", UInt8(ascii: "("): "", UInt8(ascii: ")"): "",
    UInt8(ascii: "["): "", UInt8(ascii: "]"): "", UInt8(ascii: "*"): "", UInt8(ascii: "|"): "|",
  ]

  /// Commands that are dropped while their arguments are kept, such as commands for fonts, boxes and addresses.
  static let transparent: Set<String> = [
    "textit", "emph", "textbf", "textsc", "textrm", "texttt", "textsf", "textsl", "textup", "textmd", "textnormal",
    "mkbibemph", "mkbibbold", "mkbibitalic", "mkbibparens", "mkbibacro", "textsuperscript", "textsubscript", "mbox",
    "hbox", "fbox", "text", "url", "path", "nolinkurl", "bibstring", "uppercase", "lowercase", "MakeUppercase",
    "MakeLowercase", "mathrm", "mathit", "mathbf", "mathcal", "mathbb", "mathsf", "mathtt", "boldsymbol", "ensuremath",
    "protect", "relax", "noopsort", "it", "bf", "em", "tt", "sc", "rm", "sf", "sl", "itshape", "bfseries", "scshape",
    "upshape", "slshape", "mdseries", "rmfamily", "sffamily", "ttfamily", "normalfont", "small", "footnotesize",
    "large", "Large", "selectlanguage", "foreignlanguage", "textcyr", "cyr", "displaystyle", "textstyle", "left",
    "right", "break", "linebreak", "allowbreak", "hfill", "noindent", "nocase", "NoCaseChange", "textquote",
    "ignorespaces",
    "thinspace", "bgroup", "egroup",
  ]

  /// Commands that put their argument in quotation marks.
  static let quotations: Set<String> = ["enquote", "mkbibquote", "textcquote"]

  /// Commands for spaces.
  static let spaces: Set<String> = ["quad", "qquad", "space", "enspace", "enskip", "hspace"]

  /// Commands whose first argument is dropped and whose second is kept.
  static let twofold: Set<String> = ["href", "foreignlanguage", "textcolor"]

  /// Commands that end a line, and commands that end a paragraph.
  static let lineEnds: Set<String> = ["newline", "linebreak"]
  static let paragraphEnds: Set<String> = ["par", "bigskip", "medskip", "smallskip"]

  /// Superscript and subscript digits and symbols.
  static let superscripts: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺",
    "-": "⁻", "n": "ⁿ",
  ]
  static let subscripts: [Character: Character] = [
    "0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈", "9": "₉", "+": "₊",
    "-": "₋",
  ]
}

/// A character set of MARC-8 with at most 94 characters (https://www.loc.gov/marc/specifications/codetables.xml).
struct MARC8Set {
  /// The name of the set, for messages.
  let name: String
  /// The characters for the codes 0 to 127; zero for unassigned codes.
  private let characters: [UInt32]

  /// Creates a set.
  ///
  /// - Parameter table: Consecutive character codes in hexadecimal. A number after a colon sets the byte of the next
  ///   character.
  private init(_ name: String, _ table: String) {
    self.name = name
    var characters = [UInt32](repeating: 0, count: 128)
    var index = 0
    for word in table.split(whereSeparator: \.isWhitespace) {
      guard let number = UInt32(word.drop { $0 == ":" }, radix: 16) else { continue }
      if word.utf8.first == UInt8(ascii: ":") {
        index = Int(number)
      } else if index < characters.count {
        characters[index] = number
        index += 1
      }
    }
    self.characters = characters
  }

  /// Creates the set that an escape sequence names; `nil` if the set is unknown.
  init?(final: UInt8) {
    switch final {
    case UInt8(ascii: "B"): self = .ascii
    case UInt8(ascii: "E"): self = .ansel
    case UInt8(ascii: "2"): self = .hebrew
    case UInt8(ascii: "3"): self = .arabic
    case UInt8(ascii: "4"): self = .extendedArabic
    case UInt8(ascii: "N"): self = .cyrillic
    case UInt8(ascii: "Q"): self = .extendedCyrillic
    case UInt8(ascii: "S"): self = .greek
    default: return nil
    }
  }

  /// Returns the character of a byte without its highest bit, or `nil` if the byte is unassigned.
  func character(_ byte: UInt8) -> UnicodeScalar? {
    let number = characters[Int(byte)]
    return number == 0 ? nil : UnicodeScalar(number)
  }

  static let ascii = MARC8Set("ASCII", ":20 " + (0x20..<0x7F).map { String($0, radix: 16) }.joined(separator: " "))

  static let ansel = MARC8Set(
    "extended Latin",
    """
    :21 141 D8 110 DE C6 152 2B9 B7 266D AE B1 1A0 1AF 2BC :30 2BB 142 F8 111 FE E6 153 2BA 131 A3 F0 :3C 1A1 1B0 :40 B0
    2113 2117 A9 266F BF A1 DF 20AC :60 309 300 301 302 303 304 306 307 308 30C 30A FE20 FE21 315 30B 310 327 328 323
    324 325 333 332 326 31C 32E FE22 FE23 :7E 313
    """)

  static let arabic = MARC8Set(
    "Arabic",
    """
    :21 21 22 23 24 66A 26 27 28 29 66D 2B 60C 2D 2E 2F 660 661 662 663 664 665 666 667 668 669 3A 61B 3C 3D 3E 61F :41
    621 622 623 624 625 626 627 628 629 62A 62B 62C 62D 62E 62F 630 631 632 633 634 635 636 637 638 639 63A 5B :5D 5D
    :60 640 641 642 643 644 645 646 647 648 649 64A 64B 64C 64D 64E 64F 650 651 652 671 670 :78 66C 201D 201C
    """)

  static let extendedArabic = MARC8Set(
    "extended Arabic",
    """
    :21 6FD 672 673 679 67A 67B 67C 67D 67E 67F 680 681 682 683 684 685 686 6BF 687 688 689 68A 68B 68C 68D 68E 68F 690
    691 692 693 694 695 696 697 698 699 69A 69B 69C 6FA 69D 69E 6FB 69F 6A0 6FC 6A1 6A2 6A3 6A4 6A5 6A6 6A7 6A8 6A9 6AA
    6AB 6AC 6AD 6AE 6AF 6B0 6B1 6B2 6B3 6B4 6B5 6B6 6B7 6B8 6BA 6BB 6BC 6BD 6B9 6BE 6C0 6C4 6C5 6C6 6CA 6CB 6CD 6CE 6D0
    6D2 6D3 :7D 306 30C
    """)

  static let hebrew = MARC8Set(
    "Hebrew",
    """
    :21 21 5F4 23 24 25 26 5F3 28 29 2A 2B 2C 5BE 2E 2F 30 31 32 33 34 35 36 37 38 39 3A 3B 3C 3D 3E 3F 5B7 5B8 5B6 5B5
    5B4 5B9 5BB 5B0 5B2 5B3 5B1 5BC 5BF 5C1 FB1E :5B 5B :5D 5D :60 5D0 5D1 5D2 5D3 5D4 5D5 5D6 5D7 5D8 5D9 5DA 5DB 5DC
    5DD 5DE 5DF 5E0 5E1 5E2 5E3 5E4 5E5 5E6 5E7 5E8 5E9 5EA 5F0 5F1 5F2
    """)

  static let greek = MARC8Set(
    "Greek",
    """
    :21 300 301 308 342 313 314 345 :30 AB BB 201C 201D 374 375 :3B 387 :3F 37E :41 391 392 :44 393 394 395 3DA 3DC 396
    397 398 399 39A 39B 39C 39D 39E 39F 3A0 3DE 3A1 3A3 :58 3A4 3A5 3A6 3A7 3A8 3A9 3E0 :61 3B1 3B2 3D0 3B3 3B4 3B5 3DB
    3DD 3B6 3B7 3B8 3B9 3BA 3BB 3BC 3BD 3BE 3BF 3C0 3DF 3C1 3C3 3C2 3C4 3C5 3C6 3C7 3C8 3C9 3E1
    """)

  static let cyrillic = MARC8Set(
    "Cyrillic",
    """
    :21 21 22 23 24 25 26 27 28 29 2A 2B 2C 2D 2E 2F 30 31 32 33 34 35 36 37 38 39 3A 3B 3C 3D 3E 3F 44E 430 431 446 434
    435 444 433 445 438 439 43A 43B 43C 43D 43E 43F 44F 440 441 442 443 436 432 44C 44B 437 448 44D 449 447 44A 42E 410
    411 426 414 415 424 413 425 418 419 41A 41B 41C 41D 41E 41F 42F 420 421 422 423 416 412 42C 42B 417 428 42D 429 427
    """)

  static let extendedCyrillic = MARC8Set(
    "extended Cyrillic",
    """
    :40 491 452 453 454 451 455 456 457 458 459 45A 45B 45C 45E 45F :50 463 473 475 46B :5B 5B :5D 5D :5F 5F 490 402 403
    404 401 405 406 407 408 409 40A 40B 40C 40E 40F 42A 462 472 474 46A
    """)

  static let subscripts = MARC8Set(
    "subscripts",
    """
    :28 208D 208E :2B 208A :2D 208B :30 2080 2081 2082 2083 2084 2085 2086 2087 2088 2089
    """)

  static let superscripts = MARC8Set(
    "superscripts",
    """
    :28 207D 207E :2B 207A :2D 207B :30 2070 B9 B2 B3 2074 2075 2076 2077 2078 2079
    """)

  static let greekSymbols = MARC8Set(
    "Greek symbols",
    """
    :61 3B1 3B2 3B3
    """)
}

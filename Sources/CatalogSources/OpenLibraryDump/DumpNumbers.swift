import CMemory

/// Numbers in the bytes of a dump, found without reading its JSON: nearly all lines are about books that nobody asked for.
enum DumpNumbers {
  /// The number in a key: 893415 of `/works/OL893415W`.
  ///
  /// - Parameter letter: the last one, which says of what it is the key.
  /// - Returns: `nil` for what is no such key.
  static func key(_ bytes: UnsafeRawBufferPointer, _ letter: UInt8) -> Int64? {
    guard bytes.last == letter else { return nil }
    var place = bytes.count - 2
    var number: Int64 = 0
    var scale: Int64 = 1
    while place >= 0, case let digit = Int64(bytes[place]) - 48, (0...9).contains(digit) {
      // Eighteen digits are what an `OpenLibraryKey` has at most.
      guard scale < 1_000_000_000_000_000_000 else { return nil }
      number += digit * scale
      scale *= 10
      place -= 1
    }
    guard scale > 1, place >= 1, bytes[place] == UInt8(ascii: "L"), bytes[place - 1] == UInt8(ascii: "O"),
      place == 1 || bytes[place - 2] == UInt8(ascii: "/")
    else { return nil }
    return number
  }

  /// The same of a text.
  static func key(_ text: String, _ letter: UInt8) -> Int64? {
    var text = text
    return text.withUTF8 { key(UnsafeRawBufferPointer($0), letter) }
  }

  private static let isbnMember = Array("\"isbn_1".utf8)

  /// Calls the body with what stands in the members `isbn_10` and `isbn_13` and may be an ISBN, in thirteen digits, until
  /// that returns false. Check digits are not looked at.
  static func forEachISBN(in json: UnsafeRawBufferPointer, _ body: (Int64) -> Bool) {
    guard let base = json.baseAddress else { return }
    var place = 0
    while let found = cmemory_find(isbnMember, isbnMember.count, base + place, json.count - place) {
      // Behind `"isbn_1` stands the other digit and the end of the name.
      place = base.distance(to: found) + isbnMember.count + 2
      guard place < json.count else { return }
      guard numbers(in: json, from: &place, body) else { return }
    }
  }

  /// - Parameter place: behind a member's name; then behind its value.
  /// - Returns: whether there may be more to look at.
  private static func numbers(
    in json: UnsafeRawBufferPointer, from place: inout Int, _ body: (Int64) -> Bool
  ) -> Bool {
    var (digits, number): (Int, Int64) = (0, 0)
    var isText = false
    while place < json.count {
      let byte = json[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        if isText, let isbn = thirteen(digits, number), !body(isbn) { return false }
        isText.toggle()
        (digits, number) = (0, 0)
      case UInt8(ascii: "\\") where isText:
        // An escaped hyphen has digits that are none of the number's.
        place += place < json.count && json[place] == UInt8(ascii: "u") ? 5 : 1
      case 48...57 where isText:
        digits += 1
        if digits <= 13 { number = number * 10 + Int64(byte) - 48 }
      case UInt8(ascii: "X"), UInt8(ascii: "x"):
        // The check digit is computed anew.
        if isText, digits == 9 { (digits, number) = (10, number * 10) }
      case UInt8(ascii: "]") where !isText, UInt8(ascii: "}") where !isText: return true
      default: break
      }
    }
    return true
  }

  /// - Parameter number: of so many digits.
  private static func thirteen(_ digits: Int, _ number: Int64) -> Int64? {
    if digits == 13 { return number }
    guard digits == 10 else { return nil }
    // ISO 2108: ten digits are of the range 978, and the check digit weighs by turns 1 and 3.
    let twelve = 978_000_000_000 + number / 10
    var (rest, sum, weight): (Int64, Int64, Int64) = (twelve, 0, 3)
    while rest > 0 {
      sum += rest % 10 * weight
      weight = 4 - weight
      rest /= 10
    }
    return twelve * 10 + (10 - sum % 10) % 10
  }
}

import CMemory

/// Extracts numbers from the bytes of a dump without parsing its JSON, because nearly all lines describe books that the
/// catalog does not contain.
enum DumpNumbers {
  /// Returns the number in a key: 893415 for `/works/OL893415W`.
  ///
  /// - Parameter letter: The last letter of the key, which determines its kind.
  /// - Returns: The number, or `nil` if the bytes are not a key of this kind.
  static func key(_ bytes: UnsafeRawBufferPointer, _ letter: UInt8) -> Int64? {
    guard bytes.last == letter else { return nil }
    var offset = bytes.count - 2
    var number: Int64 = 0
    var scale: Int64 = 1
    while offset >= 0, case let digit = Int64(bytes[offset]) - 48, (0...9).contains(digit) {
      // An `OpenLibraryKey` has at most eighteen digits.
      guard scale < 1_000_000_000_000_000_000 else { return nil }
      number += digit * scale
      scale *= 10
      offset -= 1
    }
    guard scale > 1, offset >= 1, bytes[offset] == UInt8(ascii: "L"), bytes[offset - 1] == UInt8(ascii: "O"),
      offset == 1 || bytes[offset - 2] == UInt8(ascii: "/")
    else { return nil }
    return number
  }

  /// Returns the number in a key that is given as text.
  static func key(_ text: String, _ letter: UInt8) -> Int64? {
    var text = text
    return text.withUTF8 { key(UnsafeRawBufferPointer($0), letter) }
  }

  private static let isbnMember = Array("\"isbn_1".utf8)

  /// Calls the closure with each possible ISBN in the members `isbn_10` and `isbn_13`, in thirteen digits, until the
  /// closure returns false. Check digits are not verified.
  static func forEachISBN(in json: UnsafeRawBufferPointer, _ body: (Int64) -> Bool) {
    guard let base = json.baseAddress else { return }
    var offset = 0
    while let found = cmemory_find(isbnMember, isbnMember.count, base + offset, json.count - offset) {
      // The other digit and the closing quote follow `"isbn_1`.
      offset = base.distance(to: found) + isbnMember.count + 2
      guard offset < json.count else { return }
      guard numbers(in: json, from: &offset, body) else { return }
    }
  }

  /// Reads the value of a member.
  ///
  /// - Parameter offset: The offset after the member's name; on return, the offset after its value.
  /// - Returns: True if the search for ISBNs must continue after the value.
  private static func numbers(
    in json: UnsafeRawBufferPointer, from offset: inout Int, _ body: (Int64) -> Bool
  ) -> Bool {
    var (digits, number): (Int, Int64) = (0, 0)
    var isText = false
    while offset < json.count {
      let byte = json[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        if isText, let isbn = thirteen(digits, number), !body(isbn) { return false }
        isText.toggle()
        (digits, number) = (0, 0)
      case UInt8(ascii: "\\") where isText:
        // The digits of an escaped hyphen do not belong to the number.
        offset += offset < json.count && json[offset] == UInt8(ascii: "u") ? 5 : 1
      case 48...57 where isText:
        digits += 1
        if digits <= 13 { number = number * 10 + Int64(byte) - 48 }
      case UInt8(ascii: "X"), UInt8(ascii: "x"):
        // The check digit is recomputed.
        if isText, digits == 9 { (digits, number) = (10, number * 10) }
      case UInt8(ascii: "]") where !isText, UInt8(ascii: "}") where !isText: return true
      default: break
      }
    }
    return true
  }

  /// Returns an ISBN in thirteen digits.
  ///
  /// - Parameter number: A number with the given number of digits.
  private static func thirteen(_ digits: Int, _ number: Int64) -> Int64? {
    if digits == 13 { return number }
    guard digits == 10 else { return nil }
    // ISO 2108: ten digits belong to the prefix 978, and the weights for the check digit alternate between 1 and 3.
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

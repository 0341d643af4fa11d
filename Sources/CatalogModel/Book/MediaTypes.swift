/// The media types of book files.
enum MediaTypes {
  /// The media types by file extension, from https://www.iana.org/assignments/media-types. For extensions that are not
  /// listed there, the types that reading apps send are used.
  static let byType = [
    "epub": "application/epub+zip", "original_epub": "application/epub+zip", "kepub": "application/kepub+zip",
    "pdf": "application/pdf", "mobi": "application/x-mobipocket-ebook", "prc": "application/x-mobipocket-ebook",
    "azw": "application/vnd.amazon.ebook", "azw3": "application/vnd.amazon.mobi8-ebook",
    "original_azw3": "application/vnd.amazon.mobi8-ebook", "original_mobi": "application/x-mobipocket-ebook",
    "cbz": "application/vnd.comicbook+zip", "cbr": "application/vnd.comicbook-rar", "cb7": "application/x-cb7",
    "cbt": "application/x-cbt",
    "fb2": "application/x-fictionbook+xml", "fbz": "application/x-zip-compressed-fb2", "djvu": "image/vnd.djvu",
    "lit": "application/x-ms-reader", "lrf": "application/x-sony-bbeb", "pdb": "application/vnd.palm",
    "txt": "text/plain", "html": "text/html", "htm": "text/html", "md": "text/markdown", "rtf": "application/rtf",
    "odt": "application/vnd.oasis.opendocument.text", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "zip": "application/zip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "ogg": "audio/ogg", "flac": "audio/flac",
  ]
}

extension BookFile {
  /// Returns the media type of files with the given extension.
  ///
  /// - Parameter ending: The extension in lower case, without the dot: `epub`.
  /// - Returns: The media type; `nil` for an unknown extension.
  package static func mediaType(ofEnding ending: String) -> String? { MediaTypes.byType[ending] }
}

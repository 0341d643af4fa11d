import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials

/// The route that adds a book by a photograph of its bar code.
struct PhotoRoute {
  let add: AddRoutes
  let images: ImageHelper
  private var pages: PageMaker { add.pages }

  /// The maximum size of a photograph in bytes.
  private static let maxPhoto = 16 * 1_048_576
  private static let rule = UploadRule(
    limit: maxPhoto, types: ["image/jpeg", "image/png", "image/webp", "application/octet-stream"],
    admit: { try $0.requireEditor() })

  var route: Route {
    Route(
      .post, "/add/photo", formats: [.json, .html], answers: .object,
      summary: "Adds the book whose bar code is in a photograph, as if its ISBN had been sent to /add."
    ) { try read($0) }.taking(Self.rule)
  }

  private func read(_ request: RoutedRequest) throws -> Answer {
    let offer = try Self.rule.offer(for: request)
    let upload = try UploadReceiver.upload(of: request.request, offer, in: FileManager.default.temporaryDirectory.path)
    let photo = try upload.file.bytes(atMost: Self.maxPhoto)
    return try pages.answer(request, of: .form(try FormBody([]))) {
      .later {
        let isbn = try await isbn(in: photo)
        let body = ChangeBody.form(try FormBody(Array("isbn=\(isbn.digits)".utf8)))
        return try await add.answer(request, body).response()
      }
    } page: {
      try AddHTML($0, refused: $1).bytes()
    }
  }

  /// Returns the ISBN in a photograph.
  ///
  /// - Throws: ``Problem``, 400 if there is none, with advice; 503 if photographs cannot be read now.
  private func isbn(in photo: [UInt8]) async throws(Problem) -> ISBN {
    let finding: BarcodePhoto.Finding
    do { finding = try await BarcodePhoto.read(photo, with: images) } catch {
      switch error.code {
      case .busy:
        throw Problem(503, detail: "Too many photographs at once. Try again in a moment.", fields: ["Retry-After": "2"])
      case .malformed, .tooLarge:
        throw .badRequest("The photograph cannot be read: \(error.cause). Send a JPEG, PNG or WebP, or type the ISBN.")
      default:
        throw Problem(503, detail: "This server cannot read bar codes: \(error.cause). Type the ISBN instead.")
      }
    }
    switch finding {
    case .book(let isbn): return isbn
    case .other(let code):
      throw .badRequest(
        "The bar code \(code) is not that of a book, which begins with 978 or 979. Photograph another bar code, or type "
          + "the ISBN.")
    case .nothing:
      throw .badRequest(
        "No bar code was found. Photograph the bar code on the back from close by, in good light, or type the ISBN.")
    }
  }
}

import CatalogModel

/// The state of a crawl through the feeds of a catalog: the current feed, the feeds that were found, and the data
/// needed to detect the end of the crawl.
///
/// A catalog is an arbitrary graph: menus link to each other and back, and the pages of a feed are a chain that may be
/// circular or endless. Each feed in a menu is read once. A circular chain is detected by comparing each page with a
/// single earlier page (Brent 1980), so that memory does not grow with the number of pages.
struct OPDSCrawl {
  /// The maximum number of menu feeds to read.
  static let feedLimit = 10_000
  /// The maximum number of menus above a feed.
  static let depthLimit = 8
  /// The maximum number of feeds and pages to read in one crawl.
  static let readLimit = 100_000
  /// The maximum total size in bytes of the addresses of the feeds that were found.
  static let byteLimit = 4 * 1_048_576

  /// A feed, or a page of a feed.
  struct Position: Equatable {
    var address: OPDSAddress
    /// The number of menus above the feed.
    var depth = 0
    /// True for any page of a feed after the first page.
    var isNext = false
  }

  /// A chain of pages, and the page with which later pages are compared.
  struct Chain: Equatable {
    var marked: UInt64
    var steps = 0
    var stepsToNextMark = 1
  }

  /// The address at which the crawl began, as configured in the source.
  let start: OPDSAddress
  /// The address that responded to the first request. Links are followed only if this address may lead to their targets
  /// (``OPDSAddress/mayLead(to:)``).
  var root: OPDSAddress
  var position: Position
  /// The number of entries read from the current feed.
  var entriesTaken = 0
  /// The feeds that were found: first the feeds that were read, then the pending feeds.
  private(set) var list: OPDSFeedList
  var chain: Chain
  /// The number of feeds and pages that were requested.
  var feedsRead = 0
  /// The validators of the first response.
  var validators = SourceValidators()
  /// True if calibre serves the catalog. The modification times in its responses apply to the whole library.
  var isCalibre = false
  /// True if all later responses had the same validators as the first response.
  var hasConsistentValidators = true
  /// True if everything that the catalog links to was read.
  var isWhole = true
  /// The reason why the crawl is incomplete, until it is reported.
  private var problem: String?

  init(start: OPDSAddress) {
    self.start = start
    root = start
    position = Position(address: start)
    list = OPDSFeedList(start: start)
    chain = Chain(marked: start.fingerprint)
  }

  var isAtRoot: Bool { position.depth == 0 && !position.isNext }

  /// True if the crawl may continue without the current feed. A dead link in a menu must not prevent reading the other
  /// feeds.
  var mayPassOver: Bool { !isAtRoot && !position.isNext && entriesTaken == 0 }

  /// True if the crawl has visited only the feed at its start.
  private var isOneFeed: Bool { list.positions.isEmpty && isAtRoot }

  /// True if the catalog cannot have changed between two responses without being noticed.
  var isStable: Bool { hasConsistentValidators && (isOneFeed || isCalibre) }

  /// The validators by which the next crawl can detect that nothing has changed. The validators of a menu do not cover
  /// the books that the menu leads to, except in calibre, whose feeds have no entity tags.
  var validatorsOfAll: SourceValidators? {
    guard isWhole, hasConsistentValidators || isCalibre, isOneFeed || isCalibre else { return nil }
    return validators == SourceValidators() ? nil : validators
  }

  /// Returns true if the first response has the same modification time as the earlier response with the given
  /// validators. Only needed for calibre, which sends the whole feed even if nothing has changed.
  func isUnchanged(since earlier: SourceValidators) -> Bool {
    isCalibre && feedsRead == 1 && validators.lastModified != nil && validators.lastModified == earlier.lastModified
  }

  /// Records the validators of a response, and the address that responded.
  mutating func take(_ response: HTTPResponse, from address: OPDSAddress) {
    if entriesTaken == 0 { feedsRead += 1 }
    var age = SourceValidators(etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
    // If the data changed in the second of the response, it may change again within the same second.
    if age.lastModified == response.header("Date") { age.lastModified = nil }
    if feedsRead == 1, entriesTaken == 0 {
      (root, validators) = (address, age)
    } else if age == SourceValidators() || age != validators {
      hasConsistentValidators = false
    }
  }

  /// Records the reason why the crawl is incomplete.
  mutating func note(_ problem: String) {
    if isWhole { self.problem = problem }
    isWhole = false
  }

  /// Returns the reason why the crawl is incomplete, unless it was returned before.
  mutating func takeProblem() -> String? { problem.take() }

  /// Moves to the next feed after a feed was read to its end.
  ///
  /// - Parameters:
  ///   - contents: The contents of the feed that was read.
  ///   - address: The address of the feed that was read.
  /// - Returns: True if there is more to read.
  mutating func leave(_ contents: OPDSFeedContents, at address: OPDSAddress) -> Bool {
    if contents.isCut { note("it links to more than \(Self.feedLimit) feeds") }
    let everything = isAtRoot ? feedOfEverything(contents, at: address) : nil
    entriesTaken = 0
    if let everything, everything != address, everything != position.address {
      let position = Position(address: everything, depth: 1)
      list.add(position)
      list.passOverAll()
      begin(position)
      return true
    }
    if everything == nil { for link in contents.navigation { enter(link, from: address) } }
    var next: Position?
    if let link = contents.links.first(where: \.isNext) {
      next = page(link, from: address)
      if next == nil {
        note("the next page of a feed was already read or is on another site: \(link.reference.prefix(200))")
      }
    }
    guard next != nil || list.hasNext else { return false }
    guard feedsRead < Self.readLimit else {
      note("it has more than \(Self.readLimit) feeds and pages")
      return false
    }
    if let next { position = next } else if let waiting = list.next() { begin(waiting) }
    return true
  }

  /// Returns the feed that contains all books, so that no other feed needs to be read. Returns `nil` if there is no
  /// such feed.
  private func feedOfEverything(_ contents: OPDSFeedContents, at address: OPDSAddress) -> OPDSAddress? {
    let link =
      (contents.links + contents.navigation).first(where: \.isCrawlable)
      ?? contents.navigation.first(where: \.listsAllBooks)
    return link.flatMap { target(of: $0, from: address) }
  }

  private mutating func begin(_ position: Position) {
    self.position = position
    chain = Chain(marked: position.address.fingerprint)
  }

  private mutating func enter(_ link: OPDSLink, from address: OPDSAddress) {
    guard let target = target(of: link, from: address), !list.contains(target) else { return }
    guard position.depth < Self.depthLimit else {
      return note("its menus are nested more than \(Self.depthLimit) levels deep")
    }
    guard list.count < Self.feedLimit else { return note("it links to more than \(Self.feedLimit) feeds") }
    guard list.bytes + target.text.utf8.count <= Self.byteLimit else {
      return note("the addresses that it links to have more than \(Self.byteLimit) bytes")
    }
    list.add(Position(address: target, depth: position.depth + 1))
  }

  /// Returns the next page of a feed, or `nil` if that page belongs to another origin or was already read.
  private mutating func page(_ link: OPDSLink, from address: OPDSAddress) -> Position? {
    guard let target = target(of: link, from: address), target != position.address, target != address,
      target.fingerprint != chain.marked
    else { return nil }
    chain.steps += 1
    if chain.steps == chain.stepsToNextMark {
      chain = Chain(marked: target.fingerprint, stepsToNextMark: 2 * chain.stepsToNextMark)
    }
    return Position(address: target, depth: position.depth, isNext: true)
  }

  private func target(of link: OPDSLink, from address: OPDSAddress) -> OPDSAddress? {
    guard let target = OPDSAddress(link.reference, relativeTo: address), root.mayLead(to: target) else { return nil }
    return target
  }
}

extension OPDSCrawl {
  /// Creates a crawl that continues an earlier crawl.
  ///
  /// - Parameter list: The feeds that the earlier crawl found.
  init(start: OPDSAddress, root: OPDSAddress, position: Position, list: OPDSFeedList, chain: Chain) {
    (self.start, self.root, self.position, self.list, self.chain) = (start, root, position, list, chain)
  }
}

extension OPDSAddress {
  /// A fingerprint by which a crawl recognises the address.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: text)
    return fingerprint.value
  }
}

import CatalogModel

/// Where a crawl through the feeds of a catalog is: the feed that is read now, those that were met, and what is needed to end.
///
/// A catalog is a graph that others drew: menus lead to each other and back, pages of a feed are a chain that may be a
/// ring or without an end. Each feed of a menu is read once; a ring of pages is noticed by comparing with one page alone
/// (Brent 1980), so that what is kept does not grow with the number of pages.
struct OPDSCrawl {
  /// How many feeds of menus are read.
  static let feedLimit = 10_000
  /// How many menus may lie above a feed.
  static let depthLimit = 8
  /// How many feeds and pages of feeds a crawl reads.
  static let readLimit = 100_000
  /// How many bytes the addresses of the feeds that it met may have together.
  static let byteLimit = 4 * 1_048_576

  /// A feed, or a page of one.
  struct Position: Equatable {
    var address: OPDSAddress
    /// How many menus lie above it.
    var depth = 0
    /// Whether it is a page behind the first one.
    var isNext = false
  }

  /// A chain of pages, and the one that later ones are compared with.
  struct Chain: Equatable {
    var marked: UInt64
    var steps = 0
    var stepsToNextMark = 1
  }

  /// The address at which the crawl began, as the source has it.
  let start: OPDSAddress
  /// The address that answered there: links are followed as far as it may lead.
  var root: OPDSAddress
  var place: Position
  /// How many entries of the feed there were taken.
  var entriesTaken = 0
  /// The feeds that it met: those that were read, and behind them those that wait.
  private(set) var list: OPDSFeedList
  var chain: Chain
  /// How many feeds and pages of feeds were asked for.
  var feedsRead = 0
  /// The validators of the first answer.
  var validators = SourceValidators()
  /// Whether calibre serves the catalog, whose times are those of its whole library.
  var isCalibre = false
  /// Whether each answer after the first had the same validators.
  var isOfOneAge = true
  /// Whether everything that the catalog leads to was read.
  var isWhole = true
  /// Why not, when that turned out and was not said yet.
  private var problem: String?

  init(start: OPDSAddress) {
    self.start = start
    root = start
    place = Position(address: start)
    list = OPDSFeedList(start: start)
    chain = Chain(marked: start.fingerprint)
  }

  var isAtRoot: Bool { place.depth == 0 && !place.isNext }

  /// Whether the crawl may go on without this feed: a menu's link to nothing is no reason to read no other.
  var mayPassOver: Bool { !isAtRoot && !place.isNext && entriesTaken == 0 }

  /// Whether the crawl has only been where it began.
  private var isOneFeed: Bool { list.places.isEmpty && isAtRoot }

  /// Whether nothing can have slipped between two answers.
  var isStable: Bool { isOfOneAge && (isOneFeed || isCalibre) }

  /// By what the next crawl may know that nothing has changed: the age of a menu says nothing of the books behind it,
  /// except in calibre, and calibre's feeds have no tags.
  var validatorsOfAll: SourceValidators? {
    guard isWhole, isOfOneAge || isCalibre, isOneFeed || isCalibre else { return nil }
    return validators == SourceValidators() ? nil : validators
  }

  /// Whether the first answer is as old as the one that these validators came with. Calibre answers with the whole feed
  /// even where it has not changed.
  func isUnchanged(since earlier: SourceValidators) -> Bool {
    isCalibre && feedsRead == 1 && validators.lastModified != nil && validators.lastModified == earlier.lastModified
  }

  /// Notes what an answer says of its age, and from where it came.
  mutating func take(_ response: HTTPResponse, from address: OPDSAddress) {
    if entriesTaken == 0 { feedsRead += 1 }
    var age = SourceValidators(etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
    // What changed in the second of the answer may change again within that second.
    if age.lastModified == response.header("Date") { age.lastModified = nil }
    if feedsRead == 1, entriesTaken == 0 {
      (root, validators) = (address, age)
    } else if age == SourceValidators() || age != validators {
      isOfOneAge = false
    }
  }

  /// Notes that the crawl does not reach everything.
  mutating func note(_ problem: String) {
    if isWhole { self.problem = problem }
    isWhole = false
  }

  /// Why the crawl does not reach everything, once.
  mutating func takeProblem() -> String? { problem.take() }

  /// Goes on from a feed that was read to its end.
  ///
  /// - Parameters:
  ///   - contents: what it held.
  ///   - address: where it was.
  /// - Returns: whether there is more.
  mutating func leave(_ contents: OPDSFeedContents, at address: OPDSAddress) -> Bool {
    if contents.isCut { note("it leads to more than \(Self.feedLimit) feeds") }
    let everything = isAtRoot ? feedOfEverything(contents, at: address) : nil
    entriesTaken = 0
    if let everything, everything != address, everything != place.address {
      let place = Position(address: everything, depth: 1)
      list.add(place)
      list.passOverAll()
      begin(place)
      return true
    }
    if everything == nil { for link in contents.navigation { enter(link, from: address) } }
    var next: Position?
    if let link = contents.links.first(where: \.isNext) {
      next = page(link, from: address)
      if next == nil { note("the next page of a feed leads back or elsewhere: \(link.reference.prefix(200))") }
    }
    guard next != nil || list.hasNext else { return false }
    guard feedsRead < Self.readLimit else {
      note("it has more than \(Self.readLimit) feeds and pages")
      return false
    }
    if let next { place = next } else if let waiting = list.next() { begin(waiting) }
    return true
  }

  /// The feed that makes reading others needless, if there is one.
  private func feedOfEverything(_ contents: OPDSFeedContents, at address: OPDSAddress) -> OPDSAddress? {
    let link =
      (contents.links + contents.navigation).first(where: \.isCrawlable)
      ?? contents.navigation.first(where: \.listsAllBooks)
    return link.flatMap { target(of: $0, from: address) }
  }

  private mutating func begin(_ place: Position) {
    self.place = place
    chain = Chain(marked: place.address.fingerprint)
  }

  private mutating func enter(_ link: OPDSLink, from address: OPDSAddress) {
    guard let target = target(of: link, from: address), !list.contains(target) else { return }
    guard place.depth < Self.depthLimit else { return note("its menus lie more than \(Self.depthLimit) deep") }
    guard list.count < Self.feedLimit else { return note("it leads to more than \(Self.feedLimit) feeds") }
    guard list.bytes + target.text.utf8.count <= Self.byteLimit else {
      return note("the addresses it leads to have more than \(Self.byteLimit) bytes")
    }
    list.add(Position(address: target, depth: place.depth + 1))
  }

  /// The next page of a feed; `nil` where it belongs to another origin or was read already.
  private mutating func page(_ link: OPDSLink, from address: OPDSAddress) -> Position? {
    guard let target = target(of: link, from: address), target != place.address, target != address,
      target.fingerprint != chain.marked
    else { return nil }
    chain.steps += 1
    if chain.steps == chain.stepsToNextMark {
      chain = Chain(marked: target.fingerprint, stepsToNextMark: 2 * chain.stepsToNextMark)
    }
    return Position(address: target, depth: place.depth, isNext: true)
  }

  private func target(of link: OPDSLink, from address: OPDSAddress) -> OPDSAddress? {
    guard let target = OPDSAddress(link.reference, relativeTo: address), root.mayLead(to: target) else { return nil }
    return target
  }
}

extension OPDSCrawl {
  /// A crawl that goes on where another one was.
  ///
  /// - Parameter list: the feeds that it had met.
  init(start: OPDSAddress, root: OPDSAddress, place: Position, list: OPDSFeedList, chain: Chain) {
    (self.start, self.root, self.place, self.list, self.chain) = (start, root, place, list, chain)
  }
}

extension OPDSAddress {
  /// By which a crawl knows it again.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: text)
    return fingerprint.value
  }
}

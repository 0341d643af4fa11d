import CatalogDatabase

/// The data that a connection caches for reading pages of lists: parts of the page index, and prepared statements.
final class PageIndexMemory: ConnectionAttachment {
  /// The cached parts of the page index.
  var cache = PageIndexCache()
  /// The sizes of buckets and groups. Smaller sizes let tests build a deep page index from few books.
  var sizes = PageIndexSizes()
  fileprivate var statements: [Int: Statement] = [:]
}

extension Connection {
  /// The cached parts of the page index.
  var pageIndexCache: PageIndexCache {
    get { attachment(PageIndexMemory.self).cache }
    _modify { yield &attachment(PageIndexMemory.self).cache }
  }

  /// The sizes of the buckets and groups that this connection creates in the page index.
  var pageIndexSizes: PageIndexSizes {
    get { attachment(PageIndexMemory.self).sizes }
    _modify { yield &attachment(PageIndexMemory.self).sizes }
  }

  /// Returns the prepared statement that reads a page. It is cached by number, because creating and hashing its text
  /// would take as long as reading several rows. The number of such statements is small, so all of them are kept.
  func statement(_ page: PageStatement) throws -> Statement {
    let memory = attachment(PageIndexMemory.self)
    let number = page.number
    if let statement = memory.statements[number] {
      return statement.isBusy ? try temporaryStatement(page.sql) : statement
    }
    let statement = try keptStatement(page.sql)
    memory.statements[number] = statement
    return statement
  }
}

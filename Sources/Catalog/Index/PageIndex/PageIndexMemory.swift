/// The cached data of a connection for reading pages: parts of the page index, and statements.
final class PageIndexMemory: ConnectionAttachment {
  /// The cached parts of the page index.
  var cache = PageIndexCache()
  /// The sizes of the parts. Smaller sizes let tests create deep indexes from few books.
  var sizes = PageIndexSizes()
  fileprivate var statements: [Int: Statement] = [:]
}

extension Connection {
  /// The cached parts of the page index.
  var pageIndexCache: PageIndexCache {
    get { attachment(PageIndexMemory.self).cache }
    _modify { yield &attachment(PageIndexMemory.self).cache }
  }

  /// The sizes of the parts of the page index that this connection creates.
  var pageIndexSizes: PageIndexSizes {
    get { attachment(PageIndexMemory.self).sizes }
    _modify { yield &attachment(PageIndexMemory.self).sizes }
  }

  /// Returns the statement that reads a page. It is looked up by number, because creating and hashing its text takes as
  /// long as reading several rows. There are few such statements, and all are kept.
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

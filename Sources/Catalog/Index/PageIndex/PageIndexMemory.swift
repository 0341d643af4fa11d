/// What a connection keeps of the page index, and the statements that read pages.
final class PageIndexMemory: ConnectionAttachment {
  /// What was read of the page index.
  var cache = PageIndexCache()
  /// Smaller ones make deep indexes of few books.
  var sizes = PageIndexSizes()
  fileprivate var statements: [Int: Statement] = [:]
}

extension Connection {
  /// What was read of the page index.
  var pageIndexCache: PageIndexCache {
    get { attachment(PageIndexMemory.self).cache }
    _modify { yield &attachment(PageIndexMemory.self).cache }
  }

  /// How large the parts of the page index are that this connection makes.
  var pageIndexSizes: PageIndexSizes {
    get { attachment(PageIndexMemory.self).sizes }
    _modify { yield &attachment(PageIndexMemory.self).sizes }
  }

  /// The statement that reads a page, asked for by its number: to make and to hash the text takes as long as to read some
  /// rows. They are few, and all are kept.
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

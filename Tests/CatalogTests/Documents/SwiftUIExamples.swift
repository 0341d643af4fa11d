import Catalog
import CatalogSources
import CatalogUI
import Foundation
import SwiftUIStandIn

// The examples of the article on SwiftUI, line by line: ``DocumentedNamesTests`` compares them.

struct BooksApp: App {
  @State private var library: Library?
  @State private var problem: String?

  var body: some Scene {
    WindowGroup {
      if let library {
        BooksView(library: library, list: library.list)
      } else if let problem {
        Text(problem)
      } else {
        ProgressView().task {
          do { library = try await Library.open() } catch { problem = String(describing: error) }
        }
      }
    }
  }
}

@MainActor struct Library {
  let catalog: BookCatalog
  let list: BookList
  let metadata: RowMetadata

  static func open() async throws -> Library {
    let folder = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let catalog = try await BookCatalog.open(folder.appending(path: "books.db").path)
    let list = BookList(catalog, order: .title) {
      _ = try await catalog.syncEngine(sources: [SampleSource()]).refresh()
    }
    let metadata = RowMetadata(catalog, catalog.metadataFetcher(provider: Stars()), policy: .visibleOnly)
    list.onVisible = { metadata.rowsAppeared($0, ahead: $1, viewer: "books") }
    return Library(catalog: catalog, list: list, metadata: metadata)
  }
}

struct BooksView: View {
  let library: Library
  @State var list: BookList
  @State var problem: String?

  var body: some View {
    list.state.render(
      loading: { AnyView(ProgressView()) },
      empty: {
        AnyView(
          list.searchText.isEmpty
            ? ContentUnavailableView("No books", systemImage: "books.vertical")
            : ContentUnavailableView.search(text: list.searchText))
      },
      failed: { error in
        AnyView(
          ContentUnavailableView {
            Label("The books cannot be read", systemImage: "exclamationmark.triangle")
          } description: {
            Text(String(describing: error))
          } actions: {
            Button("Try again") { list.retry() }
          })
      },
      loaded: { _ in AnyView(rows) }
    )
    .searchable(text: $list.searchText)
    .refreshable { try? await list.refresh() }
    .id(list.listID)  // reset() starts a new list
  }

  private var rows: some View {
    List {
      ForEach(list.rows) { row in
        Group {
          if let book = row.book {  // reading the book loads it
            BookRow(
              catalog: library.catalog, book: book,
              content: RowContent(book, metadata: library.metadata.state(of: book.id)))
          } else {
            Text("Loading…").redacted(reason: .placeholder)
          }
        }
        .onAppear { list.rowAppeared(at: row.index) }
        .onDisappear { list.rowDisappeared(at: row.index) }
      }
      .onDelete { positions in
        let books = positions.compactMap { list[$0]?.id }  // positions change with the first deletion
        Task {
          do { for book in books { try await list.delete(book) } } catch { problem = String(describing: error) }
        }
      }
      switch list.end {
      case .idle: EmptyView()
      case .loadingMore: ProgressView()
      case .failed: Button("Load more") { list.retry() }
      }
      if let problem { Text(problem).foregroundStyle(.red) }
    }
  }
}

struct BookRow: View {
  let catalog: BookCatalog
  let book: Book
  let content: RowContent
  @State var title: FieldBinding<String>?
  @State var text = ""

  var body: some View {
    HStack {
      AsyncImage(url: content.cover.flatMap { URL(string: $0) }) {
        $0.resizable().scaledToFit()
      } placeholder: {
        Image(systemName: "book.closed")
      }
      .frame(width: 40, height: 60)
      VStack(alignment: .leading) {
        if let title {
          TextField("Title", text: $text).onSubmit { store(in: title) }
          if let error = title.error { Text(String(describing: error)).foregroundStyle(.red) }
        } else {
          Text(content.title).onTapGesture {
            text = book.title
            title = catalog.binding(to: book, \.title)
          }
        }
        if let byline = content.byline { Text(byline).foregroundStyle(.secondary) }
        ForEach(content.facts, id: \.field) { LabeledContent($0.field.rawValue, value: $0.text) }
      }
      Spacer()
      if let score = content.score { Gauge(value: score) {} } else if !content.isFetched { ProgressView() }
    }
  }

  private func store(in title: FieldBinding<String>) {
    Task {
      guard (try? await title.set(text)) != nil else { return }
      self.title = nil
    }
  }
}

struct Banner: Identifiable, Equatable, Sendable {
  let id: String
}

struct MixedView: View {
  @State var list: ItemList<ListRow<Banner>>

  var body: some View {
    List(list.rows) { row in
      switch row {
      case .header(let header): Text(header.title).font(.headline)
      case .book(let book): Text(book.title)
      case .notice(let notice): Label(notice.text, systemImage: "info.circle")
      case .own(let banner): Text(banner.id)
      }
    }
  }
}

struct CollapsibleRow: View {
  let content: RowContent
  @State var isOpen = false

  var body: some View {
    DisclosureGroup(isExpanded: $isOpen) {
      ForEach(content.facts, id: \.field) { LabeledContent($0.field.rawValue, value: $0.text) }
    } label: {
      Text(content.title)
    }
  }
}

struct TreeView: View {
  @State var tree: BookTree  // BookTree(catalog, by: [.author, .series])

  var body: some View {
    List(tree.rows) { row in
      let line = row.line  // reading the last lines loads more
      HStack {
        if line.hasChildren {
          Button {
            tree.outline.toggle(line.id)
          } label: {
            Image(systemName: line.isOpen ? "chevron.down" : "chevron.right")
          }
        }
        switch line.item.content {
        case .group(_, let label, let count): LabeledContent(label ?? "unknown", value: String(count))
        case .book(let book): Text(book.title)
        }
        if case .loadingMore = line.end { ProgressView() }
      }
      .padding(.leading, CGFloat(line.depth) * 16)
    }
  }
}

struct UnreadCount: View {
  let catalog: BookCatalog
  @State var unread = 0
  @State var problem: String?

  var body: some View {
    Text(problem ?? "\(unread) unread")
      .task {
        do {
          for try await count in catalog.values({ try $0.count(of: "is:unread") }) { unread = count }
        } catch { problem = String(describing: error) }
      }
  }
}

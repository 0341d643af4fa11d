import Catalog
import CatalogUI
import Foundation
import SwiftUIStandIn

// The examples in docs/swiftui.md, line by line: ``DocumentationTests`` compares them.

struct BooksView: View {
  @State var list: BookList
  @State var problem: String?
  let metadata: RowMetadata

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
    .task { list.onVisible = { metadata.rowsAppeared($0, ahead: $1, viewer: "books") } }
  }

  private var rows: some View {
    List {
      ForEach(list.rows) { row in
        Group {
          if let book = row.book {  // reading the book loads it
            BookRow(content: RowContent(book, metadata: metadata.state(of: book.id)))
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
    }
  }
}

struct BookRow: View {
  let content: RowContent

  var body: some View {
    HStack {
      AsyncImage(url: content.cover.flatMap { URL(string: $0) }) {
        $0.resizable().scaledToFit()
      } placeholder: {
        Image(systemName: "book.closed")
      }
      .frame(width: 40, height: 60)
      VStack(alignment: .leading) {
        Text(content.title)
        if let byline = content.byline { Text(byline).foregroundStyle(.secondary) }
        ForEach(content.facts, id: \.field) { LabeledContent($0.field.rawValue, value: $0.text) }
      }
      Spacer()
      if let score = content.score { Gauge(value: score) {} } else if !content.isFetched { ProgressView() }
    }
  }
}

struct Banner: Identifiable, Equatable, Sendable {
  let id: String
}

struct BannerView: View {
  let banner: Banner

  init(_ banner: Banner) { self.banner = banner }

  var body: some View { Text(banner.id) }
}

struct MixedView: View {
  @State var list: ItemList<ListRow<Banner>>

  var body: some View {
    List(list.rows) { row in  // an ItemList<ListRow<Banner>>
      switch row {
      case .header(let header): Text(header.title).font(.headline)
      case .book(let book): BookRow(content: RowContent(book))
      case .notice(let notice): Label(notice.text, systemImage: "info.circle")
      case .own(let banner): BannerView(banner)
      }
    }
  }
}

struct CollapsibleView: View {
  let content: RowContent
  @State private var isOpen = false

  var body: some View {
    DisclosureGroup(isExpanded: $isOpen) {
      ForEach(content.facts, id: \.field) { LabeledContent($0.field.rawValue, value: $0.text) }
    } label: {
      Text(content.title)
    }
  }
}

struct TitleField: View {
  @State var title: FieldBinding<String>  // catalog.binding(to: book, \.title)
  @State private var text = ""

  var body: some View {
    TextField("Title", text: $text)
      .onSubmit { title.value = text }  // one step of the history
      .onChange(of: title.value, initial: true) { text = title.value }
    if let error = title.error { Text(String(describing: error)).foregroundStyle(.red) }
    Button("Undo") { Task { try await title.undo() } }.disabled(!title.canUndo)
  }
}

struct TreeView: View {
  @State var tree: BookTree

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

struct CountsView: View {
  let catalog: BookCatalog
  @State private var unread = 0
  @State private var changes = 0
  @State private var problem: String?

  var body: some View {
    Text("\(unread) unread, \(changes) changes")
      .task {
        do {
          for try await _ in try catalog.changes() { changes += 1 }
        } catch { problem = String(describing: error) }
      }
      .task {
        do {
          for try await count in catalog.values({ try $0.count(of: "is:unread") }) { unread = count }
        } catch { problem = String(describing: error) }
      }
  }
}

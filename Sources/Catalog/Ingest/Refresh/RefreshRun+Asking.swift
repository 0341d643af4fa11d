import FoundationEssentials

extension RefreshRun {
  func fetching(_ request: SourceRequest, _ number: Int) -> Fetch {
    let (source, preparation, context, surroundings, channel) = (source, preparation, context, surroundings, channel)
    let isRemembered = request.cursor != nil && request.cursor == given
    return Fetch(
      number: number,
      task: Task {
        let answer = await Self.answer(
          of: source, to: request, isRemembered: isRemembered, preparation, context, surroundings)
        channel.send(.answer(answer, to: number))
      },
      timer: Task {
        try await surroundings.wait(.page, Self.pageTime)
        channel.send(.late(number))
      })
  }

  /// Requests a page from the source.
  ///
  /// - Parameter isRemembered: True if the source still remembers the notes that belong to the cursor.
  static func answer(
    of source: any BookSource, to request: SourceRequest, isRemembered: Bool, _ preparation: PagePreparation,
    _ context: RefreshContext, _ surroundings: Surroundings
  ) async -> Answer {
    do {
      var requestWithNotes = request
      if !isRemembered {
        let notes = try await surroundings.database.read { connection in
          try context.known(connection).map { try SourceNoteTable(connection: connection).notes(of: $0.id) } ?? []
        }
        // If the source is read from its beginning and has no notes, the request's notes are `nil`.
        requestWithNotes.notes = request.cursor == nil && notes.isEmpty ? nil : notes
      }
      switch try await source.page(requestWithNotes) {
      case .unchanged: return .unchanged
      case .page(let page):
        return .page(
          SyncCore.PageHead(page, request: request), preparation.items(of: page, now: surroundings.now()),
          notes(of: page, for: request))
      }
    } catch is CancellationError {
      return .cancelled
    } catch let failure as SourceFailure {
      return .failed(failure)
    } catch {
      return .failed(SourceFailure(.failed, source.name, cause: String(describing: error)))
    }
  }

  /// Returns the changes to the source's notes. If the source has no cursor, or if it starts over and the page does not
  /// mention notes, all notes are deleted.
  private static func notes(of page: SourcePage, for request: SourceRequest) -> SourceNotes? {
    let none = SourceNotes(kept: 0, added: [])
    return page.cursor == nil ? none : page.notes ?? (request.cursor == nil ? none : nil)
  }

  /// Returns the next message. If the refresh is cancelled, cancels the request, so that the source's answer arrives
  /// immediately. A source that ignores the cancellation is abandoned after a time limit.
  func message(waitingFor fetch: Fetch) async -> Message {
    let (channel, wait) = (channel, surroundings.wait)
    return await withTaskCancellationHandler {
      await channel.next()
    } onCancel: {
      fetch.cancel()
      Task {
        try? await wait(.patience, Self.patience)
        channel.send(.abandoned)
      }
    }
  }

  mutating func take(_ message: Message) -> SyncCore.Input? {
    switch message {
    case .timeUp: return .timeUp
    case .answer(let answer, let number) where number == fetch?.number:
      fetch?.timer.cancel()
      fetch = nil
      return input(of: answer)
    case .late(let number) where number == fetch?.number:
      fetch?.cancel()
      fetch = nil
      return .failed(SourceFailure(.timedOut, source.name, cause: "a page took longer than ten minutes"))
    case .answer, .late, .abandoned:
      // The message belongs to a request that is no longer active.
      return nil
    }
  }

  mutating func input(of answer: Answer) -> SyncCore.Input {
    switch answer {
    case .page(let head, let items, let notes):
      (self.items, self.notes, given) = (items, notes, head.cursor)
      preparation.itemsBefore += items.count
      return .answered(head)
    case .unchanged: return .unchanged
    case .failed(let failure): return .failed(failure)
    case .cancelled: return .failed(SourceFailure(.failed, source.name, cause: "the request was cancelled"))
    }
  }
}

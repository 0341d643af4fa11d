import Catalog

extension Browser {
  /// Refreshes the sources. Asks for confirmation first if this would add the sample books.
  func beginRefresh(isConfirmed: Bool) {
    guard !isConfirmed else { return refreshNow() }
    state.isAnswerAwaited = true
    Task { [catalog = session.catalog] in
      defer {
        state.isAnswerAwaited = false
        setNeedsDrawing()
      }
      do {
        let areSamples = try await catalog.read(RefreshSources.areSamples)
        if areSamples { ask(.samples) } else { refreshNow() }
      } catch {
        say(error)
      }
    }
  }

  private func refreshNow() {
    guard state.refreshing == nil else { return }
    state.refreshing = "refreshing"
    setNeedsDrawing()
    refresh = Task { [session] in
      do {
        try await session.books.list.refresh()
        endRefresh(session.refresh.reports)
      } catch {
        state.refreshing = nil
        if !Task.isCancelled { say(error) }
      }
    }
  }

  private func endRefresh(_ reports: [RefreshReport]) {
    state.refreshing = nil
    let failures = reports.compactMap { report in
      report.failure.map { "cannot refresh \($0.text(of: report.source, settings.command))" }
    }
    let news = reports.compactMap { report in
      report.counts.text(isDryRun: false).map { "\(report.source): \($0)" }
    }
    if failures.isEmpty { return say(news.isEmpty ? "No new or changed books." : news.joined(separator: "\n")) }
    say((failures + news).joined(separator: "\n"), isError: true)
  }
}

import Rowsmith
import RowsmithAPI
import RowsmithSchema

extension Client {
  /// Fetches all pages of a call and imports them as one document.
  ///
  /// - Parameter isPatient: whether to retry if the server cannot be reached.
  @discardableResult
  func fetch(_ resolved: ResolvedCall, isPatient: Bool = true) async throws -> CallOutcome {
    try await flushBefore(resolved)
    let asked = try await addIncrement(resolved)
    let walk = PageWalk(client: self, resolved: asked, isPatient: isPatient)
    var pages: [PageWalk.Page]
    do {
      pages = try await walk.pages(from: nil, asksWhetherChanged: true)
    } catch is PageIsGone {
      pages = try await walk.pages(from: nil, asksWhetherChanged: false)
    }
    let isMixed = pages.contains { $0.isUnchanged } && !pages.allSatisfy(\.isUnchanged)
    if isMixed, resolved.mustBeWhole || resolved.keepsOrder {
      // A record missing from the new pages may be in an unchanged page, or belong between records of one.
      pages = try await walk.pages(from: nil, asksWhetherChanged: false)
    }
    return try await take(pages, of: asked)
  }

  /// Fetches the next page of a list.
  func continueList<Root: Sendable>(_ call: RouteCall, at url: String) async throws -> Answer<Root> {
    defer { call.options.progress?.finish() }
    let resolved = try resolver.resolve(call)
    do {
      try await flushBefore(resolved)
      let pages = try await PageWalk(client: self, resolved: resolved).pages(
        from: url, asksWhetherChanged: false)
      if pages.isEmpty { try await store.write { try ListWriter($0, resolved).end(at: url) } }
      return Answer(try await take(pages, of: resolved, continuing: url))
    } catch {
      throw ClientError.of(error, resolved)
    }
  }

  private func increment(of resolved: ResolvedCall) -> Increment? {
    Increment(
      resolved, facts: facts, language: askingLanguage(resolved), headers: addedHeaders(resolved))
  }

  private func addIncrement(_ resolved: ResolvedCall) async throws -> ResolvedCall {
    // Only the whole answer has the server's order.
    guard !resolved.keepsOrder, let increment = increment(of: resolved), !increment.isGiven else {
      return resolved
    }
    var adding = resolved
    adding.plainURL = resolved.url.text
    let plain = adding
    return try await store.readUnlessNew { db in
      var resolved = plain
      try increment.apply(to: &resolved.url, db)
      return resolved
    } ?? plain
  }

  /// Imports pages.
  ///
  /// - Parameter start: the URL of the first page if it continues a list.
  func take(
    _ pages: [PageWalk.Page], of resolved: ResolvedCall, continuing start: String? = nil
  ) async throws -> CallOutcome {
    guard let last = pages.last else { return fromDatabase(resolved) }
    if pages.allSatisfy(\.isUnchanged) { return try await takeUnchanged(pages, last, of: resolved) }
    guard let target = resolved.target else { return withoutImport(last.received) }
    var resolved = resolved
    // With `pages`, every answer is a part; only an unpaged answer can be incomplete.
    resolved.isPartOfAll = resolved.route.pages == nil && last.received.status == 206
    let sources = pages.compactMap { page in page.received.source?.named("page \(page.number)") }
    let rows = RootRows()
    let report = try await importing(
      sources, target, rows, resolved, page: last.number,
      before: { [store, resolved] _ in try resolved.checkNotEmptied(store) }
    ) { [self, resolved] db, report in
      try keep(pages, of: resolved, continues: start != nil, report, db)
      try increment(of: resolved)?.note(rows.runs, isEnd: last.following == nil, db)
      if resolved.keepsOrder {
        let list = ListWriter(db, resolved)
        if start == nil {
          try list.begin(rows, next: last.following, at: last.received.time)
        } else if let start, resolved.route.isList || resolved.route.incremental != nil {
          // Only a list grows. Otherwise, a call for the first page would have those behind it as well. Of an
          // incremental route, only all pages are stored as an answer.
          try list.extend(rows, from: start, next: last.following, at: last.received.time)
        }
      }
    }
    if resolved.isRemembered { triggers.noteMade(tables(report, resolved)) }
    // The records of unchanged pages belong to the answer, too, but only the database has them.
    let isWhole = !pages.contains(where: \.isUnchanged)
    let place = isWhole ? AnswerRows.Place.runs(rows.runs, count: rows.count) : resolved.place
    var outcome = CallOutcome(
      outcome: .imported, status: last.received.status, headers: last.received.headers, report: report,
      rows: AnswerRows(store: store, facts: facts, place: place))
    outcome.pageCount = pages.count
    outcome.receivedBytes = pages.reduce(0) { $0 + $1.received.bytes }
    return outcome
  }

  /// Handles an answer whose pages are all unchanged.
  private func takeUnchanged(
    _ pages: [PageWalk.Page], _ last: PageWalk.Page, of resolved: ResolvedCall
  ) async throws -> CallOutcome {
    try resolved.checkNotEmptied(store)
    let cutsList = resolved.keepsOrder && resolved.pageLimit < .max
    if resolved.route.maxAge != nil || cutsList || pages.contains(where: \.isRelinked) {
      let confirmed = pages.map { (url: $0.url, next: $0.next) }
      let time = last.received.time
      try await store.write { [store] db in
        try resolved.checkNotEmptied(store)
        for page in confirmed { try db.touch(page.url, next: page.next, at: time) }
        if cutsList { try ListWriter(db, resolved).beginUnchanged(next: last.following, at: time) }
      }
    }
    return fromDatabase(resolved, outcome: .notModified, head: last.received.head)
  }

  /// Imports sources and runs `before` and `after` in the same transaction.
  ///
  /// - Parameter page: the number of the last page, for the progress.
  func importing(
    _ sources: [JSONSource], _ target: ImportTarget, _ rows: RootRows, _ resolved: ResolvedCall,
    page: Int = 1,
    before: (@Sendable (WriteTransaction) throws -> Void)? = nil,
    after: @escaping @Sendable (WriteTransaction, ImportReport) throws -> Void
  ) async throws -> ImportReport {
    if sources.isEmpty {
      // There is no body, which is not the same as an empty list.
      try await store.write { db in
        try before?(db)
        try after(db, ImportReport())
      }
      return ImportReport()
    }
    var options = ImportOptions()
    options.path = resolved.route.at
    options.policy = resolved.policy
    options.rootRows = rows
    options.origin = .server
    options.keptRows = UnsentChanges.newRows
    let confirmed = ConfirmedValues(among: UnsentChanges.columns)
    options.confirmed = confirmed
    options.pruneScopes = resolved.pruneScopes
    if let progress = resolved.call.options.progress {
      options.progress = {
        progress.report(
          .init(
            phase: .importing, completed: $0.bytes, total: $0.totalBytes, page: page, records: $0.records))
      }
    }
    let steps = ImportSteps(before: before) { [facts] db, report in
      try db.noteConfirmed(confirmed.found, facts)
      try after(db, report)
    }
    return try await store.importJSON(sources, into: target, options: options, with: steps)
  }

  /// The outcome of a call whose answer is not imported.
  func withoutImport(_ received: Received) -> CallOutcome {
    var outcome = CallOutcome(
      outcome: .imported, status: received.status, headers: received.headers,
      rows: AnswerRows(store: store, facts: facts, place: .none))
    outcome.body = received.head.body
    outcome.receivedBytes = received.bytes
    outcome.pageCount = 1
    return outcome
  }
}

extension ChangeOrigin {
  /// The server's answer to a call of a client.
  public static let server = ChangeOrigin("server")
  /// A record gets the key that the server gave it, and references to it follow; or it is deleted because the server deleted it.
  public static let takeover = ChangeOrigin("takeover")
}

extension ResolvedCall {
  /// Whether rows that the answer does not name are deleted.
  var prunes: Bool { policy == .mergeAndPrune || policy == .replace }

  /// Whether what a whole answer does not name may go: rows, or links under the relationship's own policy.
  var mustBeWhole: Bool {
    if case .relationship? = route.returns, policy == nil { return true }
    return prunes
  }

  /// The rows that a prune is limited to; empty for all rows of the entity.
  var pruneScopes: [PruneScope] {
    guard prunes, let entity = route.returns?.entity, !scope.isEmpty else { return [] }
    return [PruneScope(entity: entity, columns: scope.map { ($0.name, $0.value) })]
  }
}

extension Client {
  /// Stores the validators and URLs of an answer's pages.
  private func keep(
    _ pages: [PageWalk.Page], of resolved: ResolvedCall, continues: Bool, _ report: ImportReport,
    _ db: WriteTransaction
  ) throws {
    guard resolved.isRemembered else { return }
    let tables = tables(report, resolved)
    try triggers.prepare(tables, db)
    if resolved.route.incremental != nil {
      // The next call asks from a later value. Only the fact that there was an answer is stored, no validators.
      guard !continues, let last = pages.last, last.following == nil else { return }
      return try db.remember(
        StoredAnswer(
          url: resolved.plainURL ?? resolved.url.text, asker: asker(of: resolved), last.received, next: nil,
          keepsValidators: false),
        tables: tables)
    }
    for page in pages {
      if page.isUnchanged {
        try db.touch(page.url, next: page.next, at: page.received.time)
      } else {
        try db.remember(
          StoredAnswer(
            url: page.url, asker: asker(of: resolved), page.received, next: page.next,
            keepsValidators: resolved.route.isCached), tables: tables)
      }
    }
    if let last = pages.last, last.isEnd, let missing = last.next { try db.forgetAnswer(missing) }
  }

  /// The tables whose rows an answer brought, those of links included.
  private func tables(_ report: ImportReport, _ resolved: ResolvedCall) -> [String] {
    let entities = report.entities.keys + [resolved.route.returns?.entity].compactMap { $0 }
    return Set(entities.compactMap(facts.table) + entities.flatMap(facts.linkTables)).sorted()
  }
}

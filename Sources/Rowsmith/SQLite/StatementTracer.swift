#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// Reports the statements of one connection to traces.
final class StatementTracer {
  /// A running statement. SQLite's own clock counts milliseconds, so the time is measured here.
  private struct Begun {
    var start: ContinuousClock.Instant
    var expandedSQL: String?
  }

  private let traces: [StatementTrace]
  private let clock = ContinuousClock()
  private var running: [OpaquePointer: Begun] = [:]

  fileprivate init(_ traces: [StatementTrace]) { self.traces = traces }

  fileprivate func begin(_ statement: OpaquePointer) {
    // A trigger begins inside the statement that fires it.
    if running[statement] != nil { return }
    // The values are bound now; what they point to may be gone when the statement is reset.
    let isExpanded = traces.contains(where: \.showsValues)
    running[statement] = Begun(start: clock.now, expandedSQL: isExpanded ? expanded(statement) : nil)
  }

  fileprivate func end(_ statement: OpaquePointer) {
    guard let begun = running.removeValue(forKey: statement) else { return }
    let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    var traced = TracedStatement(sql: sql, duration: clock.now - begun.start)
    for trace in traces {
      traced.expandedSQL = trace.showsValues ? begun.expandedSQL : nil
      trace.receiver.receive(traced)
    }
  }

  private func expanded(_ statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}

extension Connection {
  /// Reports each statement to the traces from now on.
  func trace(_ traces: [StatementTrace]) {
    if traces.isEmpty { return }
    let tracer = StatementTracer(traces)
    self.tracer = tracer
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, tracer, statement, _ in
        guard let tracer, let statement else { return 0 }
        let known = Unmanaged<StatementTracer>.fromOpaque(tracer).takeUnretainedValue()
        if event == UInt32(SQLITE_TRACE_PROFILE) {
          known.end(OpaquePointer(statement))
        } else {
          known.begin(OpaquePointer(statement))
        }
        return 0
      }, Unmanaged.passUnretained(tracer).toOpaque())
  }
}

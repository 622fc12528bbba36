extension WriteTransaction {
  /// Runs the body, whose changes have this origin. Observers and participants see it.
  ///
  /// ```swift
  /// try db.withOrigin(ChangeOrigin("undo")) { try db.update(band) }
  /// ```
  ///
  /// An import inside the body has the origin of its own options.
  ///
  /// - Throws: what the body throws.
  public func withOrigin<Result>(_ origin: ChangeOrigin, _ body: () throws -> Result) rethrows -> Result {
    try session.withOrigin(origin, body)
  }
}

extension Session {
  func withOrigin<Result>(_ origin: ChangeOrigin, _ body: () throws -> Result) rethrows -> Result {
    guard let recorder else { return try body() }
    guard let history else { return try recorder.origins.with(origin, body) }
    let outer = recorder.origins[Int64(recorder.origins.current)]
    recorder.discounting { history.set(origin) }
    defer { recorder.discounting { history.set(outer) } }
    return try recorder.origins.with(origin, body)
  }
}

extension ImportJob {
  /// The part of the transaction that observers learn about.
  func part(_ report: ImportReport) -> ChangeRecorder.Part {
    .init(origin: options.origin, imported: .init(target: target, report: report))
  }
}

extension WriteTransaction {
  /// Says what brings the changes that are written while the body runs: observers and participants are told.
  ///
  /// ```swift
  /// try db.withOrigin(ChangeOrigin("undo")) { try db.update(band) }
  /// ```
  ///
  /// An import inside of the body has the origin that its options say.
  ///
  /// - Throws: what the body throws.
  public func withOrigin<Result>(_ origin: ChangeOrigin, _ body: () throws -> Result) rethrows -> Result {
    try session.withOrigin(origin, body)
  }
}

extension Session {
  func withOrigin<Result>(_ origin: ChangeOrigin, _ body: () throws -> Result) rethrows -> Result {
    guard let recorder else { return try body() }
    return try recorder.origins.with(origin, body)
  }
}

extension ImportJob {
  /// What observers are told of the import.
  func part(_ report: ImportReport) -> ChangeRecorder.Part {
    .init(origin: options.origin, imported: .init(target: target, report: report))
  }
}

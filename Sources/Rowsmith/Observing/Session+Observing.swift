extension Session {
  /// Runs the body in a write transaction, and notifies the observers after the commit.
  ///
  /// - Parameter origin: the origin of all its changes; `nil` if it is not known yet.
  func transaction<Result>(
    origin: ChangeOrigin? = nil, _ body: () throws -> (Result, Connection.Ending)
  ) throws -> Result {
    try connection.makeTemporaryTables()
    guard let recorder else { return try connection.transaction(body) }
    while true {
      try recorder.begin(origin)
      defer { recorder.end() }
      var ending = Connection.Ending.rollback
      let outcome = try transactionOnNewFile { () throws -> (Result?, Connection.Ending) in
        // What it needs can only be recorded from outside a transaction, so it begins again.
        if try recorder.lacksParticipant(for: origin) { return (nil, .rollback) }
        try recorder.discounting { try history?.begin(origin ?? .local) }
        let schemaVersion = try history == nil ? nil : connection.pragma("schema_version")
        let result = try body()
        ending = result.1
        if ending == .commit {
          try recorder.callParticipants(self)
          try recorder.collect()
          try recorder.discounting { try history?.end() }
          // A commit would write the page of the token, which was given back, and other processes would see a change.
          if history != nil, !recorder.mayHaveWritten,
            try connection.pragma("schema_version") == schemaVersion
          {
            return (result.0, .rollback)
          }
        }
        return (result.0, result.1)
      }
      guard let result = outcome else { continue }
      if ending == .commit {
        newFile?.share()
        recorder.deliver()
      }
      return result
    }
  }

  /// Gives the changes of a transaction one token; `nil` if the database keeps no history.
  var history: HistoryTransaction? {
    model.schema.history.map { HistoryTransaction(connection: connection, history: $0) }
  }

  /// Runs the body in a transaction. For the first import into a new file it is exclusive, so that no other process reads the
  /// file meanwhile.
  private func transactionOnNewFile<Result>(
    _ body: () throws -> (Result, Connection.Ending)
  ) throws -> Result {
    guard let newFile, newFile.isWithheld else { return try connection.transaction(body) }
    return try connection.transaction(isExclusive: true) {
      newFile.noteIfOthersCame()
      return try body()
    }
  }

  /// Runs the body in a read transaction.
  ///
  /// - Returns: what the body returns, and the tables that it has read.
  func readNotingTables<Value>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Value
  ) throws -> (value: Value, tables: Set<String>) {
    connection.learnsTables(true)
    connection.tableAccess?.forget()
    let value = try read(cancellation, body)
    return (value, connection.tableAccess?.used.reads ?? [])
  }
}

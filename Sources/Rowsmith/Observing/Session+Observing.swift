extension Session {
  /// Runs the body in a transaction that writes, and tells the observers when it is committed.
  ///
  /// - Parameter origin: what will have brought all that it changes; nil where that is not known.
  func transaction<Result>(
    origin: ChangeOrigin? = nil, _ body: () throws -> (Result, Connection.Ending)
  ) throws -> Result {
    try connection.makeTemporaryTables()
    try recorder?.begin(origin)
    guard let recorder else { return try connection.transaction(body) }
    var ending = Connection.Ending.rollback
    let result = try transactionOnNewFile {
      try recorder.discounting { try history?.begin(origin ?? .local) }
      let result = try body()
      ending = result.1
      if ending == .commit {
        try recorder.callParticipants(self)
        try recorder.collect()
        try recorder.discounting { try history?.end() }
      }
      return result
    }
    if ending == .commit {
      newFile?.share()
      recorder.deliver()
    }
    return result
  }

  /// What gives the changes of a transaction one token; nil where the database keeps no history.
  var history: HistoryTransaction? {
    model.schema.history.map { HistoryTransaction(connection: connection, history: $0) }
  }

  /// Runs the body in a transaction. Where it is the first import into a new file, nobody is to look at that meanwhile.
  private func transactionOnNewFile<Result>(
    _ body: () throws -> (Result, Connection.Ending)
  ) throws -> Result {
    guard let newFile, newFile.isWithheld else { return try connection.transaction(body) }
    return try connection.transaction(isExclusive: true) {
      newFile.noteIfOthersCame()
      return try body()
    }
  }

  /// Runs the body in a transaction that reads.
  ///
  /// - Returns: what the body returns, and the tables it was read from.
  func readNotingTables<Value>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Value
  ) throws -> (value: Value, tables: Set<String>) {
    connection.learnsTables(true)
    connection.tableAccess?.forget()
    let value = try read(cancellation, body)
    return (value, connection.tableAccess?.used.reads ?? [])
  }
}

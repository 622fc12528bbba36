extension Connection {
  /// The column names of a table or view, in order, without generated columns; empty if it does not exist.
  func columnNames(of table: String) throws -> [String] {
    let list = try prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")
    list.bind(.text(table), at: 1)
    var names: [String] = []
    while try list.step() { names.append(list.text(at: 0) ?? "") }
    return names
  }
}

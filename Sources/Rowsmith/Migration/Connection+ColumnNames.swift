extension Connection {
  /// The column names of a table or view, in order; empty if it does not exist.
  ///
  /// - Parameter withComputed: whether to return generated columns, too.
  func columnNames(of table: String, withComputed: Bool = false) throws -> [String] {
    let hidden = withComputed ? "<> 1" : "= 0"
    let list = try prepare("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden \(hidden) ORDER BY cid")
    list.bind(.text(table), at: 1)
    var names: [String] = []
    while try list.step() { names.append(list.text(at: 0) ?? "") }
    return names
  }
}

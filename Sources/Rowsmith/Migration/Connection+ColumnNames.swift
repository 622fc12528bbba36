extension Connection {
  /// The names of the columns of a table or view, in their order; none where it is not there. Generated ones are left out.
  func columnNames(of table: String) throws -> [String] {
    let list = try prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")
    list.bind(.text(table), at: 1)
    var names: [String] = []
    while try list.step() { names.append(list.text(at: 0) ?? "") }
    return names
  }
}

/// The indexes and uniqueness constraints of an entity, without those that another one covers.
struct IndexSettling {
  var primaryKey: [String]
  /// Lists of names that are unique together.
  var uniques: [[String]]
  /// Lists of names that are indexed together.
  var indexes: [[String]]

  /// Writes them into an entity: on the attribute if it is a single one, otherwise in a list.
  ///
  /// - Parameter references: the to-one relationships, which have indexes of their own.
  func settle(_ entity: inout EntityDraft, references: [String]) {
    var covers = references.map { [$0] } + [primaryKey].filter { !$0.isEmpty }
    var unique: [[String]] = []
    for names in uniques where names != primaryKey && !unique.contains(names) && !names.isEmpty {
      unique.append(names)
      covers.append(names)
    }
    var index: [[String]] = []
    for names in indexes.sorted(by: { $0.count > $1.count }) where !names.isEmpty {
      if covers.contains(where: { $0.starts(with: names) }) { continue }
      covers.append(names)
      index.append(names)
    }
    // In the order found, not by length.
    index = indexes.filter(index.contains).reduce(into: []) { list, names in
      if !list.contains(names) { list.append(names) }
    }
    write(unique, "unique", &entity)
    write(index, "indexes", &entity, flag: "index")
  }

  private func write(_ lists: [[String]], _ key: String, _ entity: inout EntityDraft, flag: String? = nil) {
    var rest: [YAMLDraft] = []
    for names in lists {
      if names.count == 1, let place = entity.attributes.firstIndex(where: { $0.name == names[0] }) {
        entity.attributes[place].settings.append(YAMLEntryDraft(flag ?? key, .plain("true")))
      } else {
        rest.append(.list(names.map { .text($0) }))
      }
    }
    if !rest.isEmpty { entity.settings.append(YAMLEntryDraft(key, .list(rest))) }
  }
}

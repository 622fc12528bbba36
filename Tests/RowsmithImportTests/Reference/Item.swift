import RowsmithSchema

/// A value in the document that stands for a record, and where it stands.
struct Item {
  var value: Tree
  var path: String
  var mapKey: String?
  var index: Int?

  /// Whether it is no object but may stand for a whole record all the same.
  var isLoneValue: Bool { value.isScalar || value == .null }

  /// What is found under an import path.
  struct Found {
    var value: Tree
    var path: String
    /// The positions of the members on the way: sorts values as the document has them.
    var order: [Int]
  }

  /// The value of the first of the paths that is present and not null; null where one is present and none has a
  /// value.
  func find(_ paths: [Schema.ImportPath]) -> Found? {
    let found = paths.compactMap { find($0) }
    return found.first { $0.value != .null } ?? found.first
  }

  private func find(_ importPath: Schema.ImportPath) -> Found? {
    switch importPath {
    case .mapKey: return mapKey.map { Found(value: .string($0), path: path, order: []) }
    case .index: return index.map { Found(value: .number(String($0)), path: path, order: []) }
    case .value: return isLoneValue ? Found(value: value, path: path, order: []) : nil
    case .keys(let keys): return walk(keys)
    case .rest, .record: return nil
    }
  }

  private func walk(_ keys: [String]) -> Found? {
    guard value.isObject else { return nil }
    var found = Found(value: value, path: path, order: [])
    for key in keys {
      switch found.value {
      case .object(let members):
        // A key twice: the last wins.
        guard let index = members.lastIndex(where: { $0.key == key }) else { return nil }
        found = Found(
          value: members[index].value, path: found.path + "." + key, order: found.order + [index])
      case .array(let items):
        guard let index = Int(key), items.indices.contains(index) else { return nil }
        found = Found(value: items[index], path: found.path + "[\(index)]", order: found.order + [index])
      case .null: return found
      case .bool, .number, .string: return nil
      }
    }
    return found
  }
}

import RowsmithSchema

/// Finds the records of an entity in a document, for the error message of an import that looked elsewhere.
package struct RecordSearch {
  /// Where records seem to be.
  package struct Place: Sendable, Hashable {
    /// The keys that lead there from the top of the document.
    package var path: [String]
    /// Whether they are the values of an object whose keys are primary keys.
    package var isKeyed: Bool
  }

  private let graph: SchemaGraph
  private let entity: String

  /// How many keys deep records may be.
  static let maximumDepth = 6

  /// Looks for an entity of the model.
  package init(of entity: String, in schema: Schema) {
    graph = SchemaGraph(schema)
    self.entity = entity
  }

  /// The most likely place, below the expected one if there is a value; `nil` if the records are there, or nowhere.
  ///
  /// `beginning` may be cut off anywhere; records after the cut are not found.
  package func place(
    in beginning: [UInt8], expectedAt path: [String] = [], isKeyed: Bool = false
  ) -> Place? {
    let document = JSONOutline(beginning: beginning)
    let expected = Place(path: path, isKeyed: isKeyed)
    if let value = document[path], score(value, at: expected) > 0 { return nil }
    let candidates = document[path].map { places(below: $0, path) } ?? places(below: document, [])
    var best: (place: Place, score: Int)?
    for (place, outline) in candidates where place != expected {
      let score = score(outline, at: place)
      if score > best?.score ?? 0 { best = (place, score) }
    }
    guard let best else { return nil }
    return map(around: best.place, in: document) ?? best.place
  }

  /// The object around a record, if it holds several records and nothing else: all of them are meant, not one.
  private func map(around place: Place, in document: JSONOutline) -> Place? {
    let path = Array(place.path.dropLast())
    guard !place.isKeyed, !place.path.isEmpty, graph.root(of: entity)?.primaryKey.count == 1,
      let outline = document[path], outline.kind == .object, outline.members.count > 1,
      outline.members.allSatisfy({ score(record: $0.value, isKeyed: false) > 0 })
    else { return nil }
    return Place(path: path, isKeyed: true)
  }

  /// Every value that may hold records, outer ones first; objects that may be keyed by primary key come last.
  private func places(below root: JSONOutline, _ path: [String]) -> [(place: Place, outline: JSONOutline)] {
    var places: [(place: Place, outline: JSONOutline)] = []
    var keyed: [(place: Place, outline: JSONOutline)] = []
    var level = [(path: path, outline: root)]
    for _ in 0...RecordSearch.maximumDepth {
      for (path, outline) in level where outline.kind != .scalar {
        places.append((Place(path: path, isKeyed: false), outline))
        if outline.kind == .object { keyed.append((Place(path: path, isKeyed: true), outline)) }
      }
      level = level.flatMap { path, outline in
        outline.kind == .object ? outline.members.map { (path + [$0.key], $0.value) } : []
      }
    }
    return places + keyed
  }

  /// How many of the entity's members the value's first record has; 0 if it is not a record.
  private func score(_ outline: JSONOutline, at place: Place) -> Int {
    if place.isKeyed {
      guard outline.kind == .object, let first = outline.members.first?.value else { return 0 }
      return score(record: first, isKeyed: true)
    }
    if outline.kind == .array {
      return outline.members.first.map { score(record: $0.value, isKeyed: false) } ?? 0
    }
    return score(record: outline, isKeyed: false)
  }

  private func score(record: JSONOutline, isKeyed: Bool) -> Int {
    guard record.kind == .object, let root = graph.root(of: entity) else { return 0 }
    for part in root.primaryKey where !has(part, of: root.name, record, isKeyed: isKeyed) { return 0 }
    let family = graph.lineage(of: root.name) + graph.descendants(of: root.name).dropFirst()
    let paths = family.flatMap { entity in
      entity.attributes.map(\.importPaths) + entity.relationships.map { $0.importPaths + $0.foreignKeyPaths }
    }
    let found = paths.count { $0.contains { RecordSearch.isPresent($0, in: record) } }
    // Without a key, any object could be a record: at least half of the members must be present.
    return root.primaryKey.isEmpty && found * 2 < paths.count ? 0 : found
  }

  /// Whether a record has a part of its key, or the map's key gives it.
  private func has(_ part: String, of entity: String, _ record: JSONOutline, isKeyed: Bool) -> Bool {
    let paths =
      graph.attribute(part, of: entity)?.importPaths
      ?? graph.relationship(part, of: entity).map { $0.importPaths + $0.foreignKeyPaths } ?? []
    return paths.contains { path in
      path == .mapKey ? isKeyed : RecordSearch.isPresent(path, in: record)
    } || (isKeyed && graph.root(of: entity)?.primaryKey.count == 1)
  }

  private static func isPresent(_ path: Schema.ImportPath, in record: JSONOutline) -> Bool {
    if case .keys(let keys) = path { record[keys] != nil } else { false }
  }
}

import Foundation
import Testing

@testable import Rowsmith

/// A store whose rows are exported and imported again.
struct ExportStore {
  let store: TestStore
  let schema: Schema

  /// The entities whose records can be told apart. Records without a key are new every time, those embedded in others
  /// as well.
  private var entities: [Schema.Entity] {
    let graph = SchemaGraph(schema)
    return schema.entities.filter { entity in
      entity.parent == nil && !graph.reached(from: entity.name).contains { $0.primaryKey.isEmpty }
    }
  }

  /// Exports every entity and imports it again, twice; nil if nothing changed.
  ///
  /// The first time, places in ordered lists may close gaps and be given to what had none; the second time nothing
  /// may change.
  func cycle(_ way: ExportWay) throws -> String? {
    for mayMove in [true, false] {
      for entity in entities {
        guard let (json, target) = try export(entity.name, way.options) else { continue }
        if let difference = try importAgain(json, into: target, mayMove: mayMove) {
          return "\(way), \(mayMove ? "first" : "second") export of \(entity.name): \(difference)"
        }
        if !mayMove, let again = try export(entity.name, way.options)?.json, again != json {
          return "\(way), spelled otherwise when it was imported: \(json)\n\(again)"
        }
      }
    }
    return nil
  }

  /// Exports every entity and imports all into an empty store; nil if that has the same rows then.
  func move(_ way: ExportWay) throws -> String? {
    if entities.count != schema.entities.filter({ $0.parent == nil }).count { return nil }
    let other = try TestStore(schema)
    var texts = ""
    for entity in entities {
      guard let (json, target) = try export(entity.name, way.options, intoEmpty: true) else { return nil }
      texts += json
      do {
        try other.importJSON(json, into: target)
      } catch {
        return "\(way), into an empty store: \(json)\n\(error)"
      }
    }
    // JSON has an order, but no numbers for the places in it: the lists must be the same.
    var lists = ExportOptions()
    lists.toMany = .keys
    // Not every spelling comes along: of an empty list, which the other side says, there is no text.
    lists.usesImpliedForeignKeys = true
    let copy = ExportStore(store: other, schema: schema)
    for entity in entities where try export(entity.name, lists)?.json != copy.export(entity.name, lists)?.json
    {
      return "\(way), into an empty store: \(texts)the lists of \(entity.name) differ"
    }
    let (expected, found) = (try store.image().withoutPlaces, try other.image().withoutPlaces)
    if expected == found { return nil }
    return "\(way), into an empty store: \(texts)"
      + DatabaseImage.difference("expected", expected, "found", found)
  }

  /// Produces every entity's records from their values alone and imports that again; nil if nothing changed.
  func cycleValues(_ nulls: ExportOptions.Nulls) throws -> String? {
    var options = ExportOptions()
    options.nulls = nulls
    for (entity, columns, rows) in try rows() {
      let producer = try JSONProducer(schema: schema, options: options)
      let json = String(decoding: try producer.data(entity, columns, rows), as: UTF8.self)
      if hasLosses(producer.notes) { continue }
      let isKeyed = producer.notes.contains { $0.contains("--keyed") }
      let target: ImportTarget = isKeyed ? .keyed(entity) : .entity(entity)
      if let difference = try importAgain(json, into: target, mayMove: false) {
        return "values of \(entity), nulls \(nulls): \(difference)"
      }
    }
    return nil
  }

  /// Gives rows the attributes of others through patches; nil if each is then as it should be.
  func patch() throws -> String? {
    for (entity, columns, rows) in try rows() where rows.count > 1 {
      let attributes = SchemaGraph(schema).attributes(of: entity)
      let key = SchemaGraph(schema).keyColumns(of: entity).map(\.name)
      // A patch of an older version would change nothing.
      let stamp = SchemaGraph(schema).entity(entity)?.modificationAttribute
      let names = attributes.filter {
        !$0.isUnique && $0.exportPath != nil && !key.contains($0.name) && $0.name != stamp
      }.map(\.name)
      let slots = columns.indices.filter { names.contains(columns[$0]) }
      let producer = try JSONProducer(schema: schema)
      for (index, old) in rows.enumerated() {
        var new = old
        for slot in slots { new[slot] = rows[(index + 1) % rows.count][slot] }
        let json = try producer.patch(entity, columns, new, changedFrom: old).text
        if hasLosses(producer.notes) || json == "{}" { break }
        let report: ImportReport
        do {
          report = try store.importJSON(json, into: .entity(entity))
        } catch {
          return "patch of \(entity): \(json)\n\(error)"
        }
        let found = try self.rows().first { $0.entity == entity }?.rows.first { row in
          columns.indices.allSatisfy { !key.contains(columns[$0]) || row[$0] == old[$0] }
        }
        let updates = report.entities[entity]?.updated ?? 0
        if found != new || updates != (old == new ? 0 : 1) {
          return "patch of \(entity): \(json)\nexpected \(new.map(\.cell))\nfound \(found?.map(\.cell) ?? [])"
        }
        _ = try store.importJSON(
          producer.patch(entity, columns, old, changedFrom: new).text, into: .entity(entity))
      }
    }
    return nil
  }

  /// What is exported and how it is imported; nil where the JSON cannot say all, which is said.
  private func export(
    _ entity: String, _ options: ExportOptions, intoEmpty isIntoEmpty: Bool = false
  ) throws -> (json: String, target: ImportTarget)? {
    var bytes: [UInt8] = []
    let notes = try store.store.exportJSON(entity: entity, options: options) { bytes.append(contentsOf: $0) }
      .notes
    if hasLosses(notes) || isIntoEmpty && notes.contains(where: { $0.contains("cannot insert a new") }) {
      return nil
    }
    let isKeyed = notes.contains { $0.contains("--keyed") }
    return (String(decoding: bytes, as: UTF8.self), isKeyed ? .keyed(entity) : .entity(entity))
  }

  private func hasLosses(_ notes: [String]) -> Bool {
    notes.contains { $0.contains("left out") || $0.hasPrefix("an import changes") }
  }

  private func importAgain(_ json: String, into target: ImportTarget, mayMove: Bool) throws -> String? {
    let before = try store.image()
    let report: ImportReport
    do {
      report = try store.importJSON(json, into: target)
    } catch {
      return "\(json)\n\(error)"
    }
    let after = try store.image()
    let isSame = mayMove ? after.withoutPlaces == before.withoutPlaces : after == before
    let rows = report.entities.values.reduce(0) { $0 + $1.inserted + $1.deleted + (mayMove ? 0 : $1.updated) }
    if isSame, rows == 0, report.links == ImportReport.Links() { return nil }
    return "\(json)\n\(report.entities), \(report.links)\n"
      + DatabaseImage.difference("expected", before, "found", after)
  }

  /// The rows of each entity that has a key, without those of entities that extend it.
  private func rows() throws -> [(entity: String, columns: [String], rows: [[StoredValue]])] {
    let graph = SchemaGraph(schema)
    let keyed = Set(entities.map(\.name))
    return try schema.entities.compactMap { entity in
      guard let root = graph.root(of: entity.name), keyed.contains(root.name),
        let table = store.layout.table(of: root.name)
      else { return nil }
      let read = try store.reader.read(table.name, table.columns.map(\.name))
      let slot = read.columns.firstIndex(of: "entityName")
      return (
        entity.name, read.columns,
        read.rows.filter { row in slot.map { row[$0] == .text(entity.name) } ?? true }
      )
    }
  }
}

extension SchemaGraph {
  /// The entity's family and those that relationships lead to from there.
  fileprivate func reached(from name: String) -> [Schema.Entity] {
    var found: [Schema.Entity] = []
    var names = [name]
    while let next = names.popLast() {
      guard let root = root(of: next), !found.contains(root) else { continue }
      found.append(root)
      names += descendants(of: root.name).flatMap(\.relationships).map(\.target)
    }
    return found
  }
}

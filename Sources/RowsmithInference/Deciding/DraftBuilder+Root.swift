import Rowsmith
import RowsmithModel

extension DraftBuilder {
  /// Adds what is at the top and everything it refers to.
  ///
  /// - Returns: the import target for the samples.
  func build(_ choice: RootChoice, name: String) -> ImportTarget {
    defer { buildWaiting() }
    switch choice {
    case .records(let object): return .entity(root(object, name))
    case .map(let object): return .keyed(object.folded?.object.map { root($0, name) } ?? name)
    case .series(let object): return .keyed(series(object, name))
    case .mixed(let object):
      return .entity(family(of: object, name: name) ?? NameChoice.type(for: name))
    case .document(let members, let left):
      var document = DocumentDraft(name: SwiftNames.property(forKey: name), members: [])
      if !SwiftNames.isIdentifier(document.name) { document.name = "document" }
      for member in members {
        document.members.append(entry(member))
      }
      if !left.isEmpty {
        document.comments = [
          "Not kept, as they say something of the answer alone: \(left.joined(separator: ", "))."
        ]
      }
      model.documents.append(document)
      return .document(document.name)
    }
  }

  /// Adds an entity for keys with one value each.
  private func series(_ object: ObjectShape, _ name: String) -> String {
    var entity = EntityDraft(name: types.take([NameChoice.type(for: name)]))
    entity.primaryKey = ["key"]
    var key = MemberDraft(name: "key", type: "String")
    key.importName = "$key"
    let values = [object.folded].compactMap { $0 }
    let place = MemberPlace(path: [name], values: values, total: values.reduce(0) { $0 + $1.count })
    var value = MadeAttribute(place, name: "value", path: place.path)
    value.draft.importName = "$value"
    if let format = value.dateFormat { dateFormats[format, default: 0] += 1 }
    entity.attributes = [key, value.draft]
    model.entities.append(entity)
    return entity.name
  }

  private func root(_ object: ObjectShape, _ name: String) -> String {
    clustering.cluster(of: object).map { self.name(of: $0) } ?? NameChoice.type(for: name)
  }

  private func entry(_ member: RootChoice.Member) -> YAMLEntryDraft {
    let path = member.path.map { ImportName.escaped($0) }.joined(separator: ".")
    let types = member.shapes.map { (kind: $0.kind, name: root($0.shape, member.path.last ?? "")) }
    guard types.count > 1, let key = member.shape.discriminator else {
      let type = types.first?.name ?? "Record"
      switch member.kind {
      case .list: return YAMLEntryDraft(path, .plain("[\(type)]"))
      case .map: return YAMLEntryDraft(path, .plain("{\(type)}"))
      case .single, .root: return YAMLEntryDraft(path, .plain(type))
      }
    }
    for kind in member.shapes {
      if let cluster = clustering.cluster(of: kind.shape) { name(cluster, by: key) }
    }
    let values = zip(types, member.shapes).flatMap { type, kind in
      Self.values(of: kind.shape, key, orElse: kind.kind ?? type.name).map {
        YAMLEntryDraft($0, .plain(type.name))
      }
    }
    return YAMLEntryDraft(
      path,
      .inline([
        YAMLEntryDraft("oneOf", .inline(values)),
        YAMLEntryDraft("Discriminator", .text(ImportName.escaped(key))),
      ]))
  }

}

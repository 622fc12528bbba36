import RowsmithModel
import RowsmithSchema

/// The top of samples for an existing model, which says what it is.
extension RootChoice {
  /// The document of the model that an object is; `nil` if it is none.
  static func document(_ all: [Schema.Document], _ root: ValueShape, isLines: Bool) -> Inference.Top? {
    guard !isLines, root.arrays == 0, let object = root.object else { return nil }
    func first(_ isCollection: (ValueShape) -> Bool) -> Inference.Top? {
      all.first { document in
        document.members.contains { object.value(at: $0.path).map(isCollection) ?? false }
      }.map { .document($0) }
    }
    let full = first { $0.scalars == 0 && ($0.array?.items.object != nil || $0.object != nil) }
    // Empty collections are the last page of a document, unless the object is a record, which has a key.
    return full ?? (isRecord(object) ? nil : first { $0.count > 0 && $0.scalars == 0 })
  }

  /// A map of records, where a model has nothing else at the top; `nil` if the values are no objects, if none has a key that
  /// the model reads in such a record, or if one without such a key holds objects: what is around a map looks like one.
  static func map(_ root: ValueShape, of members: Set<String>?) -> Inference.Top? {
    guard let members, root.arrays == 0, root.scalars == 0, let object = root.object, object.folded == nil,
      !object.slots.isEmpty, object.slots.allSatisfy({ $0.objects > 0 && $0.objects + $0.nulls == $0.count })
    else { return nil }
    var hasKnown = members.isEmpty
    for value in object.slots {
      // Objects with a `type` or the like are kept apart by kind.
      let shapes = value.object.map { [$0] + $0.kinds.map(\.shape) } ?? []
      if shapes.contains(where: { $0.keys.contains(where: members.contains) }) {
        hasKnown = true
      } else if shapes.contains(where: { $0.folded != nil || $0.slots.contains { $0.objects > 0 } }) {
        return nil
      }
    }
    return hasKnown ? .map : nil
  }

  /// Treats the keys of objects as data where the model says so, however few there are.
  static func fold(_ root: ValueShape, _ top: Inference.Top?) {
    switch top {
    case .map: root.object?.fold()
    case .document(let document):
      for member in document.members where member.shape == .keyed {
        root.object?.value(at: member.path)?.object?.fold()
      }
    case .records, nil: break
    }
  }

  /// The choice that a model makes; `nil` if the samples decide.
  init?(_ root: ValueShape, as top: Inference.Top?) {
    switch top {
    case .records:
      guard root.objects == 0 || root.arrays == 0, let object = root.object ?? root.array?.items.object,
        object.folded == nil
      else { return nil }
      self = Self.collection(object)
    case .map:
      root.object?.folded?.object?.mergeKinds()
      guard root.arrays == 0, let object = root.object, let values = object.folded?.object,
        values.folded == nil
      else { return nil }
      self = .map(object)
    case .document(let document):
      guard let object = root.object else { return nil }
      var members = document.members.compactMap { member in
        object.value(at: member.path).flatMap { Member($0, of: member) }
      }
      members += Self.members(of: object).filter { other in
        !document.members.contains { $0.path.starts(with: other.path) || other.path.starts(with: $0.path) }
      }
      self = .document(members, left: [])
    case nil: return nil
    }
  }

  /// Whether samples hold no record: an empty list, or a document whose collections are empty.
  static func isEmpty(_ root: ValueShape, _ choice: RootChoice?) -> Bool {
    if case .document(let members, _)? = choice { return members.isEmpty }
    guard choice == nil, root.scalars == 0 else { return false }
    return root.arrays > 0 && root.array?.empties == root.arrays
      || root.objects > 0 && root.object?.keys.isEmpty == true
  }
}

extension RootChoice.Member {
  /// The collection at the path of a document's member; `nil` if it has no record.
  fileprivate init?(_ value: ValueShape, of member: Schema.Document.Member) {
    switch member.shape {
    case .array:
      guard let items = value.array?.items.object else { return nil }
      self.init(path: member.path, shape: items, kind: .list)
    case .object:
      guard let object = value.object else { return nil }
      self.init(path: member.path, shape: object, kind: .single)
    case .keyed:
      guard let map = value.object, let records = map.folded?.object else { return nil }
      self.init(path: member.path, shape: records, kind: .map, map: map)
    }
  }
}

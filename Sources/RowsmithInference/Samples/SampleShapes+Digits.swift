import Rowsmith
import RowsmithModel
import RowsmithSchema

// The numbers that a `Double` would round or a `Date` mistake, at the places where a model reads them. The samples
// alone may look different: a few objects stay `JSON`, and records of one kind are no family.
extension SampleShapes {
  /// Adds the places of such numbers: of the first kind, with the type `Decimal`.
  func addDigits(to types: inout SeenTypes, as target: ImportTarget, in schema: Schema) {
    var search = DigitSearch(graph: SchemaGraph(schema), types: types)
    let graph = search.graph
    defer { types = search.types }
    switch target {
    case .entity(let name), .keyed(let name): search.add(root, of: name)
    case .document(let name):
      for member in schema.documents.first(where: { $0.name == name })?.members ?? [] {
        guard let value = root.object?.value(at: member.path) else { continue }
        for entity in member.oneOf?.values.map(\.entity) ?? [member.entity] {
          search.add(value, of: entity)
        }
      }
    case .relationship(let parent, _, let name):
      guard let target = graph.relationship(name, of: parent)?.target else { return }
      search.add(root, of: target)
    }
  }
}

private struct DigitSearch {
  let graph: SchemaGraph
  var types: SeenTypes
  /// The values that have been looked at, by what the model reads there: several relationships may read one key.
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    var value: ObjectIdentifier
    var owner: String
  }

  init(graph: SchemaGraph, types: SeenTypes) { (self.graph, self.types) = (graph, types) }

  mutating func add(_ value: ValueShape, of entity: String) {
    guard seen.insert(Place(value: ObjectIdentifier(value), owner: entity)).inserted else { return }
    for object in Self.objects(value) {
      for relative in graph.lineage(of: entity) + graph.descendants(of: entity) {
        add(object, relative.attributes, of: relative.name)
        for group in relative.groups {
          for inner in Self.values(object, group.importPaths) { add(inner, ofType: group.type) }
        }
        for relationship in relative.relationships {
          let several = (relationship.choice?.oneOf ?? relationship.oneOf)?.values.map(\.entity)
          for inner in Self.values(object, relationship.importPaths) {
            for target in several ?? [relationship.target] { add(inner, of: target) }
          }
        }
      }
    }
  }

  private mutating func add(_ value: ValueShape, ofType type: String) {
    guard seen.insert(Place(value: ObjectIdentifier(value), owner: type)).inserted else { return }
    for object in Self.objects(value) { add(object, graph.valueType(type)?.attributes ?? [], of: type) }
  }

  private mutating func add(_ object: ObjectShape, _ attributes: [Schema.Attribute], of owner: String) {
    for attribute in attributes {
      for path in attribute.importPaths {
        for value in Self.values(object, [path]) {
          switch attribute.type {
          case .scalar(.value(let type)), .array(.value(let type)):
            add(value, ofType: type)
          default: break
          }
          let numbers = [value.numbers, value.array?.items.numbers].compactMap { $0 }
          if numbers.contains(where: { $0.exceedsDouble && !$0.exceedsDecimal }) {
            types.add("Decimal", at: "\(path)", of: owner)
          }
          if attribute.isDateAsText, numbers.contains(where: { !$0.areSeconds }) {
            types.addNumbers(at: "\(path)", of: owner)
          }
        }
      }
    }
  }

  private static func objects(_ value: ValueShape) -> [ObjectShape] {
    [value.object, value.array?.items.object, value.object?.folded?.object].compactMap { $0 }
      .flatMap { [$0] + $0.kinds.map(\.shape) }
  }

  private static func values(_ object: ObjectShape, _ paths: [Schema.ImportPath]) -> [ValueShape] {
    paths.compactMap { path in if case .keys(let keys) = path { object.value(at: keys) } else { nil } }
  }
}

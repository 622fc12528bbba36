import RowsmithAPI
import RowsmithSchema

/// The context for resolving the parts of one route.
struct RouteContext {
  /// The declaration.
  var declaration: RouteDeclaration
  /// The complete schema.
  var graph: SchemaGraph
  /// The result of the route; `nil` if it has none or is unknown.
  var returns: RouteResult?
  /// The entity whose attributes fill the path.
  var entity: String?
  /// The entity of the returned records, which the query filters.
  var items: String?
  /// The names of the arguments of the generated method.
  var arguments: Set<String> = ["options", "method", "body", "self"]

  /// The methods in the notation of the model.
  var methods: String { declaration.methods.value.map(\.rawValue).joined(separator: "|") }

  /// The name of an argument: `articleID` for `article_id`; with a number if it is taken.
  mutating func argument(for name: String) -> String {
    let word = String(
      name.unicodeScalars.map { $0.properties.isXIDContinue || $0 == "." ? Character($0) : "_" })
    var argument = SwiftNames.property(forKey: word)
    if !SwiftNames.isIdentifier(argument) { argument = "_\(argument)" }
    if argument.allSatisfy({ $0 == "_" }) { argument = "value" }
    var unique = argument
    var number = 2
    while !arguments.insert(unique).inserted {
      unique = "\(argument)\(number)"
      number += 1
    }
    return unique
  }
}

extension QueryParameter.ValueType {
  /// The type of an attribute as a parameter; `nil` if its values are not single words.
  init?(_ type: Schema.AttributeType) {
    guard case .scalar(let scalar) = type else { return nil }
    switch scalar {
    case .int: self = .integer
    case .double: self = .double
    case .bool: self = .bool
    case .string, .decimal, .url: self = .string
    case .date: self = .date
    case .uuid: self = .uuid
    case .enumeration(let name): self = .enumeration(name)
    case .data, .json, .value: return nil
    }
  }
}

extension SchemaGraph {
  /// Whether the primary key of the entity is a single attribute.
  func hasPlainKey(_ entity: String) -> Bool {
    guard let root = root(of: entity), root.primaryKey.count == 1,
      let attribute = attribute(root.primaryKey[0], of: root.name)
    else { return false }
    return QueryParameter.ValueType(attribute.type) != nil
  }
}

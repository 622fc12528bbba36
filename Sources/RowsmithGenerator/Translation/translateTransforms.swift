import RowsmithSchema

extension Translator {
  /// A transform of the app, for attributes of one type.
  struct ApplicationTransform: Hashable {
    /// The name in the model.
    var name: String
    /// The type of the attributes.
    var type: Schema.AttributeType
    /// Whether one of the attributes is optional, so that the transform may return `nil`.
    var isOptional: Bool
    /// The attributes, `Entity.attribute`.
    var attributes: [String]
  }

  /// The transforms of the app, in the order of the model.
  static func applicationTransforms(of schema: Schema) -> [ApplicationTransform] {
    var transforms: [ApplicationTransform] = []
    var places: [String: [Schema.AttributeType: Int]] = [:]
    for entity in schema.entities {
      for attribute in entity.attributes {
        guard let name = attribute.transform, BuiltInTransform(rawValue: name) == nil else { continue }
        let path = "\(entity.name).\(attribute.name)"
        if let place = places[name]?[attribute.type] {
          transforms[place].attributes.append(path)
          transforms[place].isOptional = transforms[place].isOptional || attribute.isOptional
        } else {
          places[name, default: [:]][attribute.type] = transforms.count
          transforms.append(
            ApplicationTransform(
              name: name, type: attribute.type, isOptional: attribute.isOptional, attributes: [path]))
        }
      }
    }
    return transforms
  }

  /// What the functions of each transform are called behind the verb, by the transform's name. Of two transforms whose
  /// names become the same, the first keeps it: `FooBar`, `FooBar2`.
  static func functions(of transforms: [ApplicationTransform]) -> [String: String] {
    var functions: [String: String] = [:]
    var taken: Set<String> = []
    for name in transforms.map(\.name) where functions[name] == nil {
      let plain = SwiftName.upperFirst(CamelCase.name(of: name) ?? "Transform")
      var (function, number) = (plain, 2)
      while !taken.insert(function).inserted { (function, number) = ("\(plain)\(number)", number + 1) }
      functions[name] = function
    }
    return functions
  }

  /// The protocol of the model's transforms.
  var transformsName: String { SwiftName.upperFirst(module) + "Transforms" }

  /// The protocol that the app implements; empty if the model has no transforms of the app.
  func translateTransforms() -> [Declaration] {
    let transforms = applicationTransforms
    guard !transforms.isEmpty else { return [] }
    return [
      .type(
        TypeDeclaration(
          doc: ["How the app turns JSON into values, and back."], kind: .protocol, name: transformsName,
          conformances: [names.standard("Sendable")], members: transforms.flatMap(requirements)))
    ]
  }

  private func requirements(_ transform: ApplicationTransform) -> [Declaration] {
    let json = names.runtime("JSONValue")
    let value = type(transform.type)
    let list = transform.attributes.codeList
    return [
      .function(
        FunctionDeclaration(
          doc: [
            "Makes the value of \(list) from JSON\(transform.isOptional ? "; nil leaves it empty" : "")."
          ],
          visibility: .inherited, name: "func \(function("decode", transform))",
          parameters: [.init(label: "_ json", type: json)],
          effects: "throws -> \(value)\(transform.isOptional ? "?" : "")")),
      .function(
        FunctionDeclaration(
          doc: ["Makes the JSON of \(list) from the value."],
          visibility: .inherited, name: "func \(function("encode", transform))",
          parameters: [.init(label: "_ value", type: value)], effects: "throws -> \(json)")),
    ]
  }

  /// The dictionary of transforms by attribute.
  func transformsTable() -> Expression {
    .dictionary(
      applicationTransforms.flatMap { transform in
        transform.attributes.map { attribute in
          let value = type(transform.type)
          return Expression.Entry(
            key: .string(attribute),
            value: .call(
              names.runtime("AttributeTransform"),
              [
                .init(
                  "decoding", .source("{ json in try transforms.\(function("decode", transform))(json) }")),
                .init(
                  "encoding",
                  .source("{ (value: \(value)) in try transforms.\(function("encode", transform))(value) }")),
              ]))
        }
      })
  }

  /// The name of a transform's function: `decodeFooBar`.
  private func function(_ verb: String, _ transform: ApplicationTransform) -> String {
    verb + (transformFunctions[transform.name] ?? "Transform")
  }
}

import RowsmithSchema

extension Translator {
  func literal(_ type: Schema.AttributeType) -> Expression {
    switch type {
    case .scalar(let scalar): .source(".scalar(\(literal(scalar)))")
    case .array(let scalar): .source(".array(\(literal(scalar)))")
    }
  }

  func literal(_ scalar: Schema.ScalarType) -> String {
    if case .enumeration(let name) = scalar { return ".enumeration(\(StringLiteral.source(name)))" }
    if case .value(let name) = scalar { return ".value(\(StringLiteral.source(name)))" }
    return ".\(scalar)"
  }

  func literal(_ path: Schema.ImportPath) -> Expression {
    switch path {
    case .keys(let keys) where keys.count == 1: .call(".key", keys.map { .init(nil, .string($0)) })
    case .keys(let keys): .call(".keys", [.init(nil, .strings(keys))])
    case .mapKey: .source(".mapKey")
    case .index: .source(".index")
    case .value: .source(".value")
    case .rest: .source(".rest")
    case .record: .source(".record")
    }
  }

  func literal(_ value: Schema.DiscriminatorValue) -> Expression {
    var arguments: [Expression.Argument] = [
      .init(nil, .string(value.name)), .init(nil, .string(value.entity)),
    ]
    if value.isBare { arguments.append(.init("isBare", .source("true"))) }
    return .call("\(names.runtime("Schema")).DiscriminatorValue", arguments)
  }

  func literal(_ oneOf: Schema.OneOf) -> Expression {
    .call(
      "\(names.runtime("Schema")).OneOf",
      [
        .init("discriminator", .array(oneOf.discriminator.map(literal))),
        .init("values", .array(oneOf.values.map(literal))),
      ])
  }

  /// - Parameter oneOf: the variable with the entities. Repeated in each of the relationships, they would take the compiler
  ///   minutes.
  func literal(_ choice: Schema.Choice, oneOf: String) -> Expression {
    var arguments: [Expression.Argument] = [
      .init("name", .string(choice.name)), .init("oneOf", .source(oneOf)),
      .init("typePaths", .array(choice.typePaths.map(literal))),
    ]
    if choice.isRequired { arguments.append(.init("isRequired", .source("true"))) }
    return .call("\(names.runtime("Schema")).Choice", arguments)
  }

  func literal(_ sign: Schema.DeletionSign) -> Expression {
    var arguments: [Expression.Argument] = [.init("path", .strings(sign.path))]
    if !sign.values.isEmpty { arguments.append(.init("values", .array(sign.values.map(literal)))) }
    return .call("\(names.runtime("Schema")).DeletionSign", arguments)
  }

  func literal(_ format: DateFormat) -> Expression {
    switch format {
    case .pattern(let pattern): .call(".pattern", [.init(nil, .string(pattern))])
    case .iso8601: .source(".iso8601")
    case .iso8601Basic: .source(".iso8601Basic")
    case .epochSeconds: .source(".epochSeconds")
    case .epochMilliseconds: .source(".epochMilliseconds")
    case .rfc1123: .source(".rfc1123")
    }
  }

  func literal(_ value: StoredValue) -> Expression {
    switch value {
    case .null: .source(".null")
    case .integer(let value): .source(".integer(\(value))")
    case .real(let value): .source(".real(\(value))")
    case .text(let text): .call(".text", [.init(nil, .string(text))])
    case .blob(let bytes): .source(".blob([\(bytes.map(String.init).joined(separator: ", "))])")
    }
  }
}

import RowsmithAPI
import RowsmithSchema

// Routes: names, methods, paths and placeholders.
extension Diagnostic {
  static func routeWithoutMethod(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the route '\(name)' has no method; write one with its path, such as get: bands", at: range)
  }

  static func twoPaths(_ name: String, _ first: String, _ second: String, at range: SourceRange) -> Diagnostic
  {
    .error(
      "the route '\(name)' has a path for '\(first)' and one for '\(second)'; write '\(first)|\(second)' where it "
        + "is the same, or make two routes", at: range)
  }

  static func addressAsPath(_ text: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(URLText.withoutPassword(ofAny: text))' is a complete URL; write only what follows the 'baseURL' of "
        + "'api'", at: range)
  }

  static func badPathCharacter(_ character: Character, _ path: String, at range: SourceRange) -> Diagnostic {
    let advice =
      switch character {
      case "?": "what follows it belongs in 'query'"
      case "{", "}": "a placeholder is written ':id'"
      default: "write it percent-encoded"
      }
    return .error("'\(character)' is not allowed in the path '\(path)'; \(advice)", at: range)
  }

  static func reservedRoute(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot name a route: generated code uses that name; choose another", at: range)
  }

  static func routesCollide(_ name: String, with other: String, first: SourceRange, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "the route '\(name)' collides with '\(other)' at \(first) if case is ignored; rename one of them",
      at: range)
  }

  static func sameRoute(
    _ name: String, as other: String, _ method: RouteMethod, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' and '\(other)' at \(first) cannot be told apart: both use \(method.name), and "
        + "send and return the same; leave one of them out", at: range)
  }

  static func malformedParameter(_ name: String, _ found: String, at range: SourceRange) -> Diagnostic {
    .error("the type of '\(name)' must be a single value, such as Int or String, found \(found)", at: range)
  }

  static func optionalParameter(_ name: String, _ type: TypeReference, isQuery: Bool) -> Diagnostic {
    let why = isQuery ? "may always be left out" : "fills a part of the path and is always needed"
    return .error("'\(name)' \(why); write \(type.name) without '?'", at: type.range)
  }

  static func parameterType(_ name: String, of parameter: String, suggestion: String?, at range: SourceRange)
    -> Diagnostic
  {
    let help =
      suggestion == nil
      ? "; expected \(parameterTypes.joined(separator: ", ")), an enumeration or an entity" : ""
    return .error("'\(name)' is not a type for '\(parameter)'\(help)", suggestion: suggestion, at: range)
  }

  static func parameterWithoutKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot name a record of '\(entity)', whose primary key is not one attribute", at: range)
  }

  /// The parameter types that are built in.
  static let parameterTypes = ["Int", "Double", "Bool", "String", "Date", "UUID"]

  static func unknownPlaceholder(
    _ name: String, of entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    let help =
      suggestion == nil ? ", and 'arguments' does not declare it; write arguments: { \(name): Int }" : ""
    return .error("':\(name)' is not an attribute of '\(entity)'\(help)", suggestion: suggestion, at: range)
  }

  static func undeclaredPlaceholder(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("nothing says what ':\(name)' is; write arguments: { \(name): Int }", at: range)
  }

  static func placeholderValue(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "':\(name)' cannot be used in a path: it is \(type.withArticle), and a path takes one word", at: range)
  }

  static func placeholderOfMany(_ name: String, _ relationship: String, at range: SourceRange) -> Diagnostic {
    .error("':\(name)' is not a single value: '\(relationship)' leads to many records", at: range)
  }

  static func placeholderReadsOn(_ name: String, _ head: String, _ rest: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "':\(name)' is one name, and '\(head)' has no parts; a backslash ends a name: write ':\(head)\\\(rest)', with two "
        + "backslashes in double quotes", at: range)
  }

  static func placeholderOfReference(_ name: String, _ key: String, at range: SourceRange) -> Diagnostic {
    .error("':\(name)' leads to a record; write ':\(name).\(key)'", at: range)
  }

  static func placeholderOfChoice(_ name: String, _ choice: String, _ parts: [String], at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "':\(name)' is of '\(choice)', which leads to one of several entities, and the path does not say which; write "
        + "\(parts.map { "'\($0)'" }.listed("or")), or declare it in 'arguments'", at: range)
  }

  static func resultOfChoice(_ name: String, _ parts: [String], at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' leads to one of several entities, and an answer does not say which; write "
        + "\(parts.map { "'\($0)'" }.listed("or"))", at: range)
  }

  static func unusedArgument(_ name: String, suggestion: String?, at range: SourceRange) -> Diagnostic {
    .error("there is no ':\(name)' in the path", suggestion: suggestion, at: range)
  }

  static func parameterTaken(_ name: String, by key: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is given by '\(key)'; leave it out of 'query'", at: range)
  }
}

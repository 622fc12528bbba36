import RowsmithModel

/// An operation of a description.
struct Operation {
  /// The method in lowercase: `get`.
  var method: String
  /// The path: `/pets/{petId}`.
  var path: String
  var place: SchemaPlace
  var identifier: String?
  var summary: String?
  var parameters: [Parameter]
  /// The schema of the request's JSON.
  var body: SchemaNode?
  /// The schema of a successful answer's JSON.
  var answer: SchemaNode?
  /// The schema of an error's JSON.
  var failure: SchemaNode?
  /// Whether the answer has a `Link` header.
  var hasLinks = false

  /// A parameter of an operation.
  struct Parameter {
    var name: String
    /// The location: `path`, `query`, `header` or `cookie`.
    var location: String
    var schema: SchemaNode?
    var place: SchemaPlace
    /// Whether an object is spread over several parameters.
    var isDeep = false
  }

  /// The segments of the path that are not placeholders.
  var literals: [String] { path.split(separator: "/").filter { !$0.contains("{") }.map(String.init) }

  /// The path without the names of its placeholders: two operations with the same one cannot be distinguished.
  var blankPath: String {
    var text = ""
    var isInside = false
    for character in path {
      if character == "}" { isInside = false }
      if !isInside { text.append(character) }
      if character == "{" { isInside = true }
    }
    return text
  }

  /// The name of the answer's records if their schema has none.
  var answerName: String {
    let last = literals.last.map { Singular.of(DraftNames.memberName($0)).capitalisedFirst }
    return last.map(DraftNames.typeName) ?? "Record"
  }
}

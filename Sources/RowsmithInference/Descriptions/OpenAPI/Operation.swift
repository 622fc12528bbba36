import RowsmithModel

/// An operation of a description.
struct Operation {
  /// `get`, in small letters.
  var method: String
  /// `/pets/{petId}`.
  var path: String
  var place: SchemaPlace
  var identifier: String?
  var summary: String?
  var parameters: [Parameter]
  /// The schema of the JSON that is sent.
  var body: SchemaNode?
  /// The schema of the JSON that comes back when all is well.
  var answer: SchemaNode?
  /// The schema of the JSON that comes back when it is not.
  var failure: SchemaNode?
  /// Whether the header `Link` comes back.
  var hasLinks = false

  /// A parameter of an operation.
  struct Parameter {
    var name: String
    /// `path`, `query`, `header` or `cookie`.
    var location: String
    var schema: SchemaNode?
    var place: SchemaPlace
    /// Whether an object is spread over several parameters.
    var isDeep = false
  }

  /// The segments of the path that are no placeholders.
  var literals: [String] { path.split(separator: "/").filter { !$0.contains("{") }.map(String.init) }

  /// The path without the names of its placeholders: two operations with one such path cannot be told apart.
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

  /// What the records of the answer are called where their schema has no name.
  var answerName: String {
    let last = literals.last.map { Singular.of(DraftNames.memberName($0)).capitalisedFirst }
    return last.map(DraftNames.typeName) ?? "Record"
  }
}

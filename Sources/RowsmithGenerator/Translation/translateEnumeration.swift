import RowsmithSchema

/// The comments of an enumeration's members.
struct EnumerationComments {
  /// Of the case for a value that is not listed.
  var unlisted = "A value that the model does not list."
  /// Of the listed values.
  var listed = "The listed values, in the order of the model."
  /// Of the initializer from a raw value.
  var reading = "Creates the value that JSON spells this way."
  /// Of the raw value.
  var writing = "The value as JSON spells it."
}

extension Translator {
  /// An enumeration that keeps unlisted values.
  ///
  /// - Parameters:
  ///   - type: the spelling of the type, if it is nested.
  ///   - comments: the comments of its members.
  func translateEnumeration(
    _ enumeration: Schema.Enumeration, type: String? = nil,
    comments: EnumerationComments = EnumerationComments()
  ) -> TypeDeclaration {
    let type = type ?? names.model(enumeration.name)
    let caseNames = CaseNames.names(of: enumeration.values)
    let cases = Array(zip(caseNames, enumeration.values))
    let unlisted = CaseNames.unlisted(beside: caseNames)
    var members: [Declaration] = cases.map { name, _ in
      .enumCase(EnumCaseDeclaration(name: SwiftName.identifier(name)))
    }
    members += [
      .enumCase(
        EnumCaseDeclaration(
          doc: [comments.unlisted], name: unlisted,
          payload: [names.standard("String")])),
      .property(
        PropertyDeclaration(
          doc: [comments.listed], isStatic: true, name: "listed", type: "[\(type)]",
          value: .computed([.expression(.array(cases.map { .source(".\(SwiftName.member($0.0))") }))]))),
      .function(
        FunctionDeclaration(
          doc: [comments.reading], name: "init",
          parameters: [.init(label: "rawValue", type: names.standard("String"))],
          body: [.switch(subject: "rawValue", cases: reading(cases, unlisted))])),
      .property(
        PropertyDeclaration(
          doc: [comments.writing], name: "rawValue", type: names.standard("String"),
          value: .computed([.switch(subject: "self", cases: writing(cases, unlisted))]))),
    ]
    if unlisted != "unlisted" { members.append(unlistedFunction(unlisted, type, comments)) }
    return TypeDeclaration(
      doc: [enumeration.doc ?? "A value of `\(enumeration.name)`."], kind: .enumeration,
      name: SwiftName.type(enumeration.name), conformances: [names.runtime("OpenEnumeration")],
      members: members)
  }

  /// The function `unlisted`, which the protocol requires if the case has another name.
  private func unlistedFunction(
    _ unlisted: String, _ type: String, _ comments: EnumerationComments
  ) -> Declaration {
    .function(
      FunctionDeclaration(
        doc: [comments.unlisted], name: "static func unlisted",
        parameters: [.init(label: "_ rawValue", type: names.standard("String"))],
        effects: "-> \(type)",
        body: [.expression(.source(".\(unlisted)(rawValue)"))]))
  }

  private func reading(_ cases: [(name: String, value: String)], _ unlisted: String) -> [Statement.Case] {
    cases.map { name, value in
      Statement.Case(
        pattern: "case \(exactly(value))", body: "self = .\(SwiftName.member(name))")
    } + [Statement.Case(pattern: "default", body: "self = .\(unlisted)(rawValue)")]
  }

  /// The pattern of a value. To Swift, an accent in one character equals one in two; to JSON and SQLite it does not.
  private func exactly(_ value: String) -> String {
    let literal = StringLiteral.source(value)
    return value.utf8.allSatisfy { $0 < 0x80 }
      ? literal : "\(literal) where rawValue.utf8.elementsEqual(\(literal).utf8)"
  }

  private func writing(_ cases: [(name: String, value: String)], _ unlisted: String) -> [Statement.Case] {
    cases.map { name, value in
      Statement.Case(pattern: "case .\(SwiftName.member(name))", body: StringLiteral.source(value))
    } + [Statement.Case(pattern: "case .\(unlisted)(let rawValue)", body: "rawValue")]
  }
}

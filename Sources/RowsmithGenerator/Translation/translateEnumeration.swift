import RowsmithSchema

extension Translator {
  /// An enumeration that keeps unlisted values.
  ///
  /// - Parameter type: the spelling of the type, if it is nested.
  func translateEnumeration(
    _ enumeration: Schema.Enumeration, type: String? = nil
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
          doc: ["A value that the model does not list."], name: unlisted,
          payload: [names.standard("String")])),
      .property(
        PropertyDeclaration(
          doc: ["The listed values, in the order of the model."], isStatic: true, name: "listed",
          type: "[\(type)]",
          value: .computed([.expression(.array(cases.map { .source(".\(SwiftName.member($0.0))") }))]))),
      .function(
        FunctionDeclaration(
          doc: ["Creates the value that JSON spells this way."], name: "init",
          parameters: [.init(label: "rawValue", type: names.standard("String"))],
          body: [.switch(subject: "rawValue", cases: reading(cases, unlisted))])),
      .property(
        PropertyDeclaration(
          doc: ["The value as JSON spells it."], name: "rawValue", type: names.standard("String"),
          value: .computed([.switch(subject: "self", cases: writing(cases, unlisted))]))),
    ]
    if unlisted != "unlisted" { members.append(unlistedFunction(unlisted, type)) }
    return TypeDeclaration(
      doc: [enumeration.doc ?? "A value of `\(enumeration.name)`."], kind: .enumeration,
      name: SwiftName.type(enumeration.name), conformances: [names.runtime("OpenEnumeration")],
      members: members)
  }

  /// The function `unlisted`, which the protocol requires if the case has another name.
  private func unlistedFunction(_ unlisted: String, _ type: String) -> Declaration {
    .function(
      FunctionDeclaration(
        doc: ["A value that the model does not list."], name: "static func unlisted",
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

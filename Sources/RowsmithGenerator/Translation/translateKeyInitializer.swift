import RowsmithSchema

extension Translator {
  /// The initializer that takes the keys of the records to which a record leads; nil where it leads to none.
  ///
  /// It is not favored: where a literal, nil or nothing is given, the one that takes references is meant.
  func translateKeyInitializer(
    _ properties: [RecordProperty], hasRowIdentifier: Bool, kind: RecordKind?
  ) -> FunctionDeclaration? {
    var initializer = translateInitializer(
      properties, hasRowIdentifier: hasRowIdentifier, kind: kind)
    initializer.doc = ["Creates a record that leads to the records with these keys."]
    initializer.attributes = ["@_disfavoredOverload"]
    var isOther = false
    let first = hasRowIdentifier ? 1 : 0
    for (index, property) in properties.enumerated() {
      guard case .reference(let relationship) = property else { continue }
      isOther = true
      let type = "\(names.model(relationship.target)).Key" + (relationship.isOptional ? "?" : "")
      initializer.parameters[first + index].type = type
      let value = SwiftName.parameter(property.name).use
      let reference = names.runtime("Reference")
      let call = relationship.isOptional ? "\(value).map { \(reference)($0) }" : "\(reference)(\(value))"
      initializer.body?[first + index] = .assignment(
        target: "self.\(SwiftName.member(property.name))", value: .source(call))
    }
    return isOther ? initializer : nil
  }
}

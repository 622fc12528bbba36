import RowsmithSchema

extension Translator {
  /// The initializer with the keys of to-one relationships instead of references; `nil` if there are no such relationships.
  ///
  /// It is disfavored: if a literal, `nil` or nothing is given, the initializer with references is used.
  func translateKeyInitializer(
    _ properties: [RecordProperty], rowIdentifier: String?, kind: RecordKind?
  ) -> FunctionDeclaration? {
    var initializer = translateInitializer(properties, rowIdentifier: rowIdentifier, kind: kind)
    initializer.doc = ["Creates a record that leads to the records with these keys."]
    initializer.attributes = ["@_disfavoredOverload"]
    var isOther = false
    let first = rowIdentifier == nil ? 0 : 1
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

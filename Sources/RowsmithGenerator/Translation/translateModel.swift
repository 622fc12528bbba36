import RowsmithSchema

extension Translator {
  /// The model's type. The app creates it with its hooks and transforms.
  func translateModel() -> Declaration {
    var members: [Declaration] = []
    var parameters: [FunctionDeclaration.Parameter] = []
    var arguments: [Expression.Argument] = []
    if !applicationTransforms.isEmpty {
      parameters.append(.init(label: "transforms", type: "some \(transformsName)"))
      arguments.append(.init("transforms", transformsTable()))
    }
    if !hookedEntities.isEmpty {
      parameters += hookedEntities.map {
        .init(label: hooksParameter(of: $0), type: "some \(hooksName(of: $0))")
      }
      arguments.append(.init("hooks", hooksTable()))
    }
    var body: [Statement] = []
    if !arguments.isEmpty {
      members.append(
        .property(
          PropertyDeclaration(
            doc: ["The transforms and hooks that the app implements."], name: "customizations",
            type: names.runtime("Customizations"), value: .constant)))
      body = [
        .assignment(target: "customizations", value: .call(names.runtime("Customizations"), arguments))
      ]
    }
    let doc = arguments.isEmpty ? "Creates the model." : "Creates the model with the app's part in it."
    members.append(
      .function(
        FunctionDeclaration(
          doc: [doc], name: "init", parameters: parameters,
          layout: parameters.count > 1 ? .onePerLine : .compact, body: body)))
    return .type(
      TypeDeclaration(
        doc: ["The model of \(module)."], kind: .structure, name: modelName,
        conformances: [names.runtime("Model")], members: members))
  }
}

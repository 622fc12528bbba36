import RowsmithSchema

extension Resolver {
  /// Resolves the documents.
  mutating func resolveDocuments() {
    let graph = SchemaGraph(schema)
    for declaration in model.documents {
      var document = Schema.Document(name: declaration.name.value, members: [])
      if declaration.members.isEmpty, !declaration.isIncomplete {
        diagnostics.append(.emptyDocument(declaration.name.value, at: declaration.name.range))
      }
      for member in declaration.members {
        reportOverlap(member, declaration.members)
        if let oneOf = member.oneOf {
          guard let values = values(of: oneOf) else { continue }
          document.members.append(
            Schema.Document.Member(
              path: member.path.value, entity: member.type.name, shape: .array,
              oneOf: choice(oneOf, values, graph)))
          continue
        }
        guard isEntity(Located(value: member.type.name, range: member.type.range)) else { continue }
        if member.type.shape == .keyed { checkKeyed(member, graph) }
        document.members.append(
          Schema.Document.Member(
            path: member.path.value, entity: member.type.name, shape: member.type.documentShape))
      }
      schema.documents.append(document)
    }
  }

  private mutating func checkKeyed(_ member: DocumentDeclaration.Member, _ graph: SchemaGraph) {
    guard let root = graph.root(of: member.type.name) else { return }
    let path = "\(Schema.ImportPath.keys(member.path.value))"
    if root.primaryKey.isEmpty, let declaration = declarations[root.name], declaration.primaryKey == nil,
      !declaration.isIncomplete
    {
      diagnostics.append(.keyedNeedsKey(path, root.name, at: member.type.range))
    } else if root.primaryKey.count > 1, !readsMapKey(root) {
      diagnostics.append(.keyedNeedsMapKey(path, root.name, at: member.type.range))
    }
  }

  /// Reports that the collection of a member is inside that of another one.
  private mutating func reportOverlap(
    _ member: DocumentDeclaration.Member, _ members: [DocumentDeclaration.Member]
  ) {
    let path = member.path.value
    for outer in members where outer.path.value.count < path.count && path.starts(with: outer.path.value) {
      diagnostics.append(
        .membersOverlap(
          "\(Schema.ImportPath.keys(path))", "\(Schema.ImportPath.keys(outer.path.value))",
          at: member.path.range))
    }
  }
}

extension TypeReference {
  /// The shape of a document's collection.
  var documentShape: Schema.Document.Shape {
    switch shape {
    case .single: .object
    case .list: .array
    case .keyed: .keyed
    }
  }
}

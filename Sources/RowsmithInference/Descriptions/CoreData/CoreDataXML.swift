import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads the XML of a Core Data model.
///
/// A class because it is the delegate of an XMLParser.
final class CoreDataXML: NSObject, XMLParserDelegate {
  private var model = CoreDataModel()
  private var path: [String] = []
  private var names: [String] = []
  private var failure: (message: String, line: Int, column: Int)?
  private var isInComposite = false
  private var hasBegun = false

  private static let notWhole = "the file is not complete XML"

  /// Reads a file.
  static func model(at path: String) throws(DescriptionError) -> CoreDataModel {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DescriptionError.unreadable(path)
    }
    let reader = CoreDataXML()
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isWhole = parser.parse()
    if !isWhole || !reader.path.isEmpty || !reader.hasBegun { reader.fail(notWhole, parser) }
    if let failure = reader.failure {
      throw DescriptionError(path, failure.message, line: failure.line, column: failure.column)
    }
    return reader.model
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if path.isEmpty, element != "model" {
      fail("the outermost element is '\(element)', where a Core Data model has 'model'", parser)
      return
    }
    hasBegun = true
    let settings = CoreDataModel.Settings(values: attributes)
    switch (path.last, element) {
    case ("model", "entity"), ("model", "composite"):
      guard settings["name"] != nil else { return fail("an \(element) has no name", parser) }
      isInComposite = element == "composite"
      if isInComposite { model.composites.append(.init(settings: settings)) }
      if !isInComposite { model.entities.append(.init(settings: settings)) }
    case ("model", "fetchRequest"): model.fetchRequests.append(settings["name"] ?? "a fetch request")
    case ("entity", "attribute"), ("composite", "attribute"), ("entity", "relationship"):
      guard settings["name"] != nil else { return fail("an \(element) has no name", parser) }
      change { entity in
        if element == "attribute" { entity.attributes.append(.init(settings: settings)) }
        if element == "relationship" { entity.relationships.append(.init(settings: settings)) }
      }
    case ("entity", "fetchedProperty"): change { $0.fetchedProperties.append(settings["name"] ?? "") }
    case ("userInfo", "entry"): entry(settings)
    case (_, "uniquenessConstraint"), (_, "fetchIndex"), (_, "compoundIndex"): names = []
    case ("uniquenessConstraint", "constraint"), ("compoundIndex", "index"):
      names.append(settings["value"] ?? "")
    case ("fetchIndex", "fetchIndexElement"):
      names.append(settings["property"] ?? settings["expression"] ?? "")
    default: break
    }
    path.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if path.last == element { path.removeLast() }
    let names = names
    switch element {
    case "uniquenessConstraint" where !names.isEmpty: change { $0.uniques.append(names) }
    case "fetchIndex" where !names.isEmpty, "compoundIndex" where !names.isEmpty:
      change { $0.indexes.append(names) }
    default: break
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { fail(Self.notWhole, parser) }

  private func entry(_ settings: CoreDataModel.Settings) {
    guard let key = settings["key"], let value = settings["value"], path.count >= 2 else { return }
    let owner = path[path.count - 2]
    change { entity in
      switch owner {
      case "entity": entity.info[key] = value
      case "attribute" where !entity.attributes.isEmpty:
        entity.attributes[entity.attributes.count - 1].info[key] = value
      case "relationship" where !entity.relationships.isEmpty:
        entity.relationships[entity.relationships.count - 1].info[key] = value
      default: break
      }
    }
  }

  private func change(_ body: (inout CoreDataModel.Entity) -> Void) {
    if isInComposite, let last = model.composites.indices.last {
      body(&model.composites[last])
    } else if let last = model.entities.indices.last {
      body(&model.entities[last])
    }
  }

  private func fail(_ message: String, _ parser: XMLParser) {
    if failure == nil { failure = (message, max(1, parser.lineNumber), max(1, parser.columnNumber)) }
    parser.abortParsing()
  }
}

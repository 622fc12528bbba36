import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

extension Client {
  /// Sets an argument of a call from text, parsed by the type of the placeholder or parameter.
  ///
  /// - Throws: ``ClientError`` with ``ClientError/Reason/misuse`` if the text does not parse.
  package func setArgument(_ name: String, toText text: String, of call: inout RouteCall) throws {
    guard let route = api.route(call.route) else { return }
    if route.path.placeholders.contains(name) {
      let type = route.parameters.first { $0.name == name }?.type
      call.path[name] = try value(
        of: text, name, type, member: route.isForeign(name) ? nil : name, of: route)
    }
    let parameter = route.query.first { $0.name == name }
    if parameter != nil || route.pagingParameters.contains(name) {
      call.query[name] = try value(of: text, name, parameter?.type, member: parameter?.column, of: route)
    }
  }

  private func value(
    of text: String, _ name: String, _ type: QueryParameter.ValueType?, member: String?, of route: Route
  ) throws -> StoredValue {
    let subject = "'\(name)'"
    if let member, let entity = route.rootEntity, let column = facts.column(of: member, in: entity) {
      return try read(text, column, entity, subject)
    }
    switch type {
    case nil, .string: return .text(text)
    case .integer:
      if let number = Int64(text) { return .integer(number) }
      throw unread(text, subject, "an integer")
    case .double:
      if let number = Double(text), number.isFinite { return .real(number) }
      throw unread(text, subject, "a number")
    case .bool:
      if let truth = Bool(text) { return .integer(truth ? 1 : 0) }
      throw unread(text, subject, "true or false")
    case .uuid:
      if let uuid = UUID(uuidString: text) { return uuid.storedValue }
      throw unread(text, subject, "a UUID")
    case .date:
      if let date = CompiledDateFormat.iso8601.date(parsing: text) { return date.storedValue }
      throw unread(text, subject, "a date such as 2024-05-01T12:00:00Z")
    case .key(let entity):
      let columns = facts.keyColumns(of: entity)
      return columns.count == 1 ? try read(text, columns[0], entity, subject) : .text(text)
    case .enumeration(let name):
      let known = store.schema.enumerations.first { $0.name == name }?.values ?? []
      if known.isEmpty || known.contains(text) { return .text(text) }
      throw unread(text, subject, "one of \(known.joined(separator: ", "))")
    }
  }

  private func read(_ text: String, _ column: String, _ entity: String, _ subject: String) throws
    -> StoredValue
  {
    do {
      return try store.read { try $0.value(of: text, column: column, of: entity, called: subject) }
    } catch let error as ImportError {
      throw ClientError(.misuse, error.message)
    }
  }

  private func unread(_ text: String, _ subject: String, _ expected: String) -> ClientError {
    ClientError(.misuse, "expected \(expected) for \(subject), found '\(text.escapedForDisplay())'")
  }
}

extension CompiledDateFormat {
  fileprivate func date(parsing text: String) -> Date? {
    var text = text
    return text.withUTF8 { milliseconds(parsing: $0) }.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }
}

import Rowsmith

/// Checks that the answers of a batch are in the order of its requests. Answers do not name their request, so their content is
/// compared with what was sent.
enum BatchOrder {
  /// Whether an answer contradicts the request at its position and fits another.
  static func isMixedUp(_ requests: [BatchRequest], _ answers: [BatchAnswer?]) -> Bool {
    let sent = requests.map { $0.body.flatMap(scalars) ?? [:] }
    for (index, answer) in answers.enumerated() where index < requests.count {
      guard let answer, (200..<300).contains(answer.status), let said = answer.body.flatMap(scalars) else {
        continue
      }
      guard contradicts(sent[index], said) else { continue }
      let fits = sent.indices.contains { $0 != index && !sent[$0].isEmpty && agrees(sent[$0], said) }
      if fits { return true }
    }
    return false
  }

  /// The members of an object, wrapped or not, that are strings or numbers.
  private static func scalars(_ text: String) -> [String: String]? {
    guard var json = try? JSONValue(parsing: text) else { return nil }
    if case .object(let members) = json, members.count == 1, case .object = members[0].value {
      json = members[0].value
    }
    guard case .object(let members) = json else { return nil }
    var scalars: [String: String] = [:]
    for member in members {
      switch member.value {
      case .string(let text): scalars[member.key] = "s\(text)"
      case .number(let text): scalars[member.key] = "n\(text)"
      default: continue
      }
    }
    return scalars
  }

  private static func contradicts(_ sent: [String: String], _ said: [String: String]) -> Bool {
    sent.contains { said[$0.key] != nil && said[$0.key] != $0.value }
  }

  private static func agrees(_ sent: [String: String], _ said: [String: String]) -> Bool {
    let common = sent.filter { said[$0.key] != nil }
    return !common.isEmpty && common.allSatisfy { said[$0.key] == $0.value }
  }
}

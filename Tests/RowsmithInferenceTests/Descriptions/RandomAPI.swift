import TestSupport

/// A description of an API that nobody would write: schemas that lead to each other anyhow, under names that collide.
struct RandomAPI {
  private var draws: Draws
  private let count = 30
  private let keys = [
    "id", "s1_id", "s2Id", "s3_ids", "owner_id", "name", "kind", "S4", "s5s", "self", "description",
    "entityName", "row_id",
    "position", "a.b", "created_at", "s6_position", "metadata", "type", "attributes", "Type", "ID", "uuid",
    "hashValue", "+1",
  ]

  init(seed: UInt64) { draws = Draws(seed: seed) }

  /// The description as JSON.
  mutating func text() -> String {
    var schemas: [String] = []
    var paths: [String] = []
    for number in 0..<count {
      schemas.append("\"S\(number)\": \(schema())")
      let list = "{\"type\": \"array\", \"items\": \(reference())}"
      let envelope = "{\"properties\": {\"data\": \(list), \"other\": \(reference())}}"
      let parameter = pick(["page", "offset", "status", "ids", "id", "name", "starting_after"])
      let query = "[{\"name\": \"\(parameter)\", \"in\": \"query\", \"schema\": {\"type\": \"integer\"}}]"
      paths.append(
        "\"/s\(number)s\": {\"get\": {\"parameters\": \(query), \(answer(pick([list, reference(), envelope])))}, "
          + "\"post\": {\(body(reference())), \(answer(reference()))}}")
      paths.append(
        "\"/s\(number)s/{id}\": {\"get\": {\(answer(reference()))}, \"delete\": {\"responses\": {\"204\": {}}}, "
          + "\"put\": {\(body("{\"properties\": {\"s\": \(reference())}}")), \(answer(reference()))}}")
      paths.append("\"/s\(number)s/{s\(number)_id}/\(pick(keys))/{name}\": {\"get\": {\(answer(list))}}")
    }
    return
      "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"Random\", \"version\": \"1\"}, \"paths\": {\(paths.joined(separator: ",\n"))}, "
      + "\"components\": {\"schemas\": {\(schemas.joined(separator: ",\n"))}}}"
  }

  private mutating func schema() -> String {
    var properties = (0...draws.below(8)).map { _ in "\"\(pick(keys))\": \(value(depth: 0))" }
    if draws.below(5) < 3 { properties.append("\"id\": {\"type\": \"\(pick(["integer", "string"]))\"}") }
    let own =
      "\"properties\": {\(properties.joined(separator: ", "))}, \"required\": [\"\(pick(keys))\", \"\(pick(keys))\"]"
    let mapping =
      "\"discriminator\": {\"propertyName\": \"kind\", \"mapping\": {\"m\": \"#/components/schemas/S\(draws.below(count))\"}}"
    let told = draws.below(4) == 0 ? ", \(mapping)" : ""
    switch draws.below(10) {
    case 0: return "{\"oneOf\": [\(reference()), \(reference()), \(reference())], \(mapping)}"
    case 1...3: return "{\"allOf\": [\(reference()), {\"type\": \"object\", \(own)}]\(told)}"
    default: return "{\"type\": \"object\", \(own)\(told)}"
    }
  }

  private mutating func value(depth: Int) -> String {
    switch draws.below(depth < 4 ? 13 : 9) {
    case 0: return "{\"type\": \"string\"}"
    case 1:
      return
        "{\"type\": [\"string\", \"null\"], \"format\": \"\(pick(["date-time", "date", "uuid", "byte", "int64"]))\"}"
    case 2, 3: return reference()
    case 4: return "{\"type\": \"array\", \"items\": \(reference())}"
    case 5: return "{\"enum\": [\"a\", \"b\", \"\(draws.below(4))\"]}"
    case 6: return "{\"type\": \"object\", \"additionalProperties\": \(reference())}"
    case 7: return "{\"anyOf\": [\(reference()), {\"type\": \"string\"}]}"
    case 8: return "{\"type\": \"integer\", \"default\": 3, \"readOnly\": true}"
    case 9:
      return "{\"oneOf\": [\(reference()), \(reference())], \"discriminator\": {\"propertyName\": \"kind\"}}"
    case 10: return "{\"type\": \"array\", \"items\": \(value(depth: depth + 1))}"
    case 11:
      return "{\"allOf\": [\(reference())], \"nullable\": true, \"description\": \"It: # 'is' \\\"so\\\".\"}"
    default:
      return
        "{\"type\": \"object\", \"properties\": {\"x\": {\"type\": \"number\"}, \"y\": \(value(depth: depth + 1))}}"
    }
  }

  private mutating func reference() -> String {
    "{\"$ref\": \"#/components/schemas/S\(draws.below(count))\"}"
  }

  private func answer(_ schema: String) -> String {
    "\"responses\": {\"200\": {\"content\": {\"application/json\": {\"schema\": \(schema)}}}}"
  }

  private func body(_ schema: String) -> String {
    "\"requestBody\": {\"content\": {\"application/json\": {\"schema\": \(schema)}}}"
  }

  private mutating func pick(_ list: [String]) -> String { list[draws.below(list.count)] }
}

import RowsmithModel
import TestSupport
import Testing

/// Models with thousands of mistakes, and families of thousands, are answered soon.
///
/// The bound is generous: what compares every name with every other letter by letter takes much longer.
@Suite struct LargeModelTests {
  private func diagnostics(_ lines: [String]) -> [Diagnostic] {
    let text = (["rowsmith: 1", "defaults: { MergePolicy: Merge }", "entities:"] + lines).joined(
      separator: "\n")
    return ModelCompiler.compile([ModelSource(path: "Model.yml", text: text)], name: "Model").diagnostics
  }

  private func expectSoon(_ body: () throws -> Void) rethrows {
    let duration = try ThreadTime.measure(body)
    #expect(duration < .seconds(10))
  }

  @Test func `thousands of unknown types with near names get their first suggestions`() {
    expectSoon {
      let found = diagnostics(
        (0..<1500).map { "  Thing\($0): { attributes: { id: Int, a: Thimg\($0)x, b: Thing\($0)y } }" })
      #expect(found.count == 3000)
      #expect(found.first?.suggestion == "Thing0")
      #expect(found.last?.suggestion == nil)
    }
  }

  @Test func `thousands of unknown entities and inverses are answered`() {
    expectSoon {
      let found = diagnostics(
        (0..<1500).map {
          "  Thing\($0): { attributes: { id: Int }, relationships: { a: Thimg\($0)x?, "
            + "b: { to: [Thing\(($0 + 1) % 1500)], inverse: bb } } }"
        })
      #expect(found.count == 3000)
    }
  }

  @Test func `an entity may have very many others above it`() {
    expectSoon {
      let found = diagnostics(
        (0..<990).map {
          let top = $0 == 989 ? "attributes: { id: Int" : "extends: E\($0 + 1), attributes: { a\($0): Int"
          return
            "  E\($0): { \(top) }, relationships: { r\($0): { to: E\($0 * 7 % 990)?, inverse: none } } }"
        })
      #expect(found == [])
    }
  }

  @Test func `two entities may have thousands of relationships with each other`() {
    expectSoon {
      let to = (0..<1500).map { "r\($0): { to: [B], inverse: s\($0) }" }.joined(separator: ", ")
      let back = (0..<1500).map { "s\($0): { to: A?, MergePolicy: Replace }" }.joined(separator: ", ")
      let found = diagnostics([
        "  A: { attributes: { id: Int }, relationships: { \(to) } }",
        "  B: { attributes: { id: Int }, relationships: { \(back) } }",
      ])
      #expect(found.count == 1500)
      #expect(
        found.first?.message
          == "a record that leaves 's0' is kept as long as its 'r1', 'r2', 'r3', 'r4' and others refer to it; "
          + "write 'DeleteRule: Cascade' on 'r1', 'r2', 'r3', 'r4' and others of 'A' if they belong to it, or "
          + "'MergePolicy: Merge' here")
    }
  }

  @Test func `a circle at the end of a long line is reported once`() {
    expectSoon {
      let found = diagnostics(
        (0..<1000).map {
          "  E\($0): { extends: E\($0 == 999 ? 997 : $0 + 1), attributes: { a\($0): Int } }"
        })
      #expect(
        found.map(\.message) == [
          "'E997' extends 'E998' extends 'E999' extends 'E997', which is a cycle"
        ])
    }
  }

  @Test func `thousands of entities may synchronise, each with the routes of a resource`() {
    expectSoon {
      let entities = (0..<1000).map {
        "  E\($0): { resource: rails, attributes: { id: UUID, a: { type: Int?, sync: false } } }"
      }
      #expect(diagnostics(entities + ["sync: { server: rest }"]) == [])
    }
  }

  @Test func `an enumeration may list very many values`() {
    expectSoon {
      let values = (0..<20_000).map { "v\($0)" }.joined(separator: ", ")
      #expect(
        diagnostics(["  A: { attributes: { id: Int, v: V } }", "enums: { V: [\(values), v0] }"]).map(
          \.message)
          == ["'v0' is listed twice in the enumeration 'V'"])
    }
  }

  @Test func `thousands of entities and attributes may have other names than before`() {
    expectSoon {
      let entities = (0..<4000).map { "  E\($0): { RenamedFrom: Old\($0), attributes: { id: Int } }" }
      let attributes = (0..<1900).map { "a\($0): { type: Int?, RenamedFrom: old\($0) }" }
      let all = attributes.joined(separator: ", ")
      #expect(diagnostics(entities + ["  A: { attributes: { id: Int, \(all) } }"]) == [])
    }
  }

  @Test func `very many values may hold lists of each other`() {
    expectSoon {
      let values = (0..<700).map { "  V\($0): { x: Int, next: \"[V\($0 + 1)]\" }" }
      let entity = "  A: { attributes: { id: Int, v: V700 } }"
      #expect(diagnostics([entity, "values:"] + values + ["  V700: { x: Int }"]) == [])
    }
  }

  @Test func `an entity that synchronises may have very many attributes with policies of their own`() {
    expectSoon {
      let policies = (0..<950).map { "a\($0): manual" }.joined(separator: ", ")
      let attributes = (0..<950).map { "a\($0): Int, b\($0): { type: Int?, sync: false }" }
      let all = attributes.joined(separator: ", ")
      let entity = "  E: { sync: { conflict: { \(policies) } }, attributes: { id: UUID, \(all) } }"
      #expect(diagnostics([entity, "sync: { server: mine }"]) == [])
    }
  }
}

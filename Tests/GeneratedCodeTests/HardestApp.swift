import Foundation
import Hardest
import Rowsmith

/// What the model Hardest needs of an app: transforms and hooks that change nothing.
struct HardestApp: HardestTransforms, EverythingHooks, EventHooks {
  func decodeReverse(_ json: JSONValue) throws -> String? { json.string }
  func encodeReverse(_ value: String) throws -> JSONValue { .string(value) }
  func decodeReverse(_ json: JSONValue) throws -> Int { json.int ?? 0 }
  func encodeReverse(_ value: Int) throws -> JSONValue { JSONValue(value) }
  func decodeToCents(_ json: JSONValue) throws -> Decimal { Decimal(json.double ?? 0) }
  func encodeToCents(_ value: Decimal) throws -> JSONValue { .number("\(value)") }
  func shouldImport(_ json: JSONValue) throws -> Bool { true }
  func willImport(_ json: inout JSONValue) throws {}
  func didImport(_ record: Everything) throws {}
  func didImport(_ record: Event) throws {}

  static var model: HardestModel {
    HardestModel(transforms: HardestApp(), everythingHooks: HardestApp(), eventHooks: HardestApp())
  }
}

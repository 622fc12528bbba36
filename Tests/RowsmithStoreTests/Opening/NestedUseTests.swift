import Bands
import Rowsmith
import Testing

/// A store that is used by what it calls.
struct NestedUseTests {
  /// What a hook uses; set when there is a store.
  private final class Box: @unchecked Sendable {
    var store: Store?
    var error: StoreError?
  }

  @Test
  func `a hook that writes to the store it is called by is refused, and does not wait for ever`() throws {
    let box = Box()
    let hooks = EntityHooks(shouldImport: { _ in
      do {
        try box.store?.deleteAllData()
      } catch let error as StoreError {
        box.error = error
      }
      return true
    })
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int }, hooks: [shouldImport] } }",
      customizations: Customizations(hooks: ["Thing": hooks]))
    box.store = model.store
    try model.importJSON(#"[{"id": 1}]"#, "Thing")
    #expect(box.error?.reason == .misuse)
    box.store = nil
  }

  @Test
  func `a store is refused inside itself, also through another store`() throws {
    let (one, other) = (
      try Store(.memory, model: BandsModel()), try Store(.memory, model: BandsModel())
    )
    let error = #expect(throws: StoreError.self) {
      try one.write { _ in try other.write { _ in try one.deleteAllData() } }
    }
    #expect(error?.reason == .misuse)
    #expect(throws: StoreError.self) {
      try one.read { _ in try other.read { _ in try one.fetch(Band.all.count()) } }
    }
    // The other one itself may be used, and both go on.
    try one.write { _ in try other.write { try $0.insert(Band(name: "Can", formed: 1968)) } }
    #expect(try other.fetch(Band.all.count()) == 1)
  }
}

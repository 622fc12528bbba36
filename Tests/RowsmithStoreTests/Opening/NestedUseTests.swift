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
}

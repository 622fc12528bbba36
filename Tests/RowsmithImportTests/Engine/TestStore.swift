import Foundation
import Rowsmith

/// A store in a file of its own, and a second connection that looks at what is in it.
final class TestStore {
  let store: Store
  let layout: Layout
  let reader: ReadConnection
  private let folder: URL
  private let schema: Schema

  init(
    _ schema: Schema, leftOut: Set<FastPath> = [], customizations: Customizations = Customizations()
  ) throws {
    self.schema = schema
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isWritable ? memory : FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent("rowsmith-import-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("store.sqlite").path
    var options = StoreOptions()
    options.leftOut = leftOut
    store = try Store(.file(path), schema: schema, customizations: customizations, options: options)
    layout = Layout(schema)
    reader = try ReadConnection(path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Another store of the same file, as another process has it.
  func other() throws -> Store {
    try Store(
      .file(folder.appendingPathComponent("store.sqlite").path), schema: schema, options: StoreOptions())
  }

  func image() throws -> DatabaseImage { try reader.image(layout) }

  /// The image to be compared with what the reference holds.
  func image(beside reference: ReferenceDatabase) throws -> DatabaseImage {
    reference.hasGaps ? try reader.tables(layout).withRanks.canonical(layout) : try image()
  }

  @discardableResult
  func importJSON(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    configure(&options)
    return try store.importJSON(.string(text), into: target, options: options)
  }
}

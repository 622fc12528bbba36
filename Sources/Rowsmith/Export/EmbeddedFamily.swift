/// The shapes of the records in one place inside others, made lazily when the first of these records is reached.
///
/// If each entity leads to many others, more paths lead through them than fit into memory. Rows take few of them.
final class EmbeddedFamily {
  let table: TableMapping
  private let entity: EntityMapping
  private let place: ExportShapeBuilder.Place
  // Unowned: the builder owns the shapes, this one included, and lives as long as rows are written.
  private unowned let builder: ExportShapeBuilder
  private var family: ExportFamily?

  init(_ entity: EntityMapping, at place: ExportShapeBuilder.Place, of builder: ExportShapeBuilder) {
    table = entity.table
    self.entity = entity
    self.place = place
    self.builder = builder
  }

  /// The shape of the current row; `nil` if the row's entity does not belong here.
  func shape(of row: Row) throws -> ExportShape? { try made().shape(of: row) }

  /// Makes the shapes, unless they are made already.
  @discardableResult
  func made() throws -> ExportFamily {
    if let family { return family }
    let family = try builder.shared(self, entity, at: place)
    self.family = family
    return family
  }

  /// Releases the shapes; they are made again on demand.
  func forget() { family = nil }
}

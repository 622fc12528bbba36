/// The shapes of the records in one place inside others, made when the first of these records is reached.
///
/// Where each entity leads to many others there are more ways through them than fit into memory. Rows take few of them.
final class EmbeddedFamily {
  let table: TableMapping
  private let entity: EntityMapping
  private let place: ExportShapeBuilder.Place
  // It has what has been made, this among it, and works as long as rows are written.
  private unowned let builder: ExportShapeBuilder
  private var family: ExportFamily?

  init(_ entity: EntityMapping, at place: ExportShapeBuilder.Place, of builder: ExportShapeBuilder) {
    table = entity.table
    self.entity = entity
    self.place = place
    self.builder = builder
  }

  /// The shape of the current row; nil for a row of an entity that does not belong here.
  func shape(of row: Row) throws -> ExportShape? { try made().shape(of: row) }

  /// Makes the shapes, if they are not there.
  @discardableResult
  func made() throws -> ExportFamily {
    if let family { return family }
    let family = try builder.shared(self, entity, at: place)
    self.family = family
    return family
  }

  /// Lets go of the shapes; they are made again when they are needed.
  func forget() { family = nil }
}

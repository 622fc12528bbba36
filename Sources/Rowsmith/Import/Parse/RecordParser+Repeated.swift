import RowsmithSchema

extension RecordParser {
  /// Parses an object that may be a repetition of an earlier one.
  func parseRepeatable(
    _ scanner: inout JSONScanner, entity: EntityMapping, at place: Place, depth: Int,
    _ repeated: RepeatedObjects
  ) throws -> Int {
    if repeated.isGivenUp { return try parseRecord(&scanner, entity: entity, at: place, depth: depth) }
    let start = scanner.p
    if let known = repeated.find(start, end: scanner.end, entity: entity.index, depth: depth) {
      scanner.p += repeated.length(known)
      return append(known, of: repeated, entity: entity, at: place, start: start)
    }
    let before = (context.faults.count, context.unlisted.count, unknowns.count, context.unknownParts.total)
    let emptyBefore = emptyArrays.count + context.emptyParts.count
    let record = try parseRecord(&scanner, entity: entity, at: place, depth: depth)
    let parsed = records.base[record]
    guard parsed.firstLink < 0, !parsed.isLeftOut, !parsed.isTombstone, before.0 == context.faults.count,
      before.1 == context.unlisted.count, before.3 == context.unknownParts.total,
      emptyBefore == emptyArrays.count + context.emptyParts.count
    else { return record }
    let known = repeated.remember(
      UnsafeBufferPointer(start: start, count: start.distance(to: scanner.p)), entity: entity.index,
      depth: depth,
      cells: UnsafeBufferPointer(start: cells.base + Int(parsed.cells), count: entity.cellCount),
      unknowns: unknowns[before.2...].lazy.map { ($0.keys, $0.entry) })
    if let known { records.base[record].repeated = Int32(truncatingIfNeeded: known) }
    return record
  }

  /// Appends the record of a known object.
  private func append(
    _ known: Int, of repeated: RepeatedObjects, entity: EntityMapping, at place: Place,
    start: UnsafePointer<UInt8>
  ) -> Int {
    let record = append(entity: entity, at: place, start: start)
    let appended = records.base + record
    appended.pointee.repeated = Int32(truncatingIfNeeded: known)
    (cells.base + Int(appended.pointee.cells)).update(from: repeated.cells(known), count: entity.cellCount)
    for (keys, entry) in repeated.unknowns(known) {
      unknowns.append((keys, entry, Int32(truncatingIfNeeded: record)))
    }
    return record
  }
}

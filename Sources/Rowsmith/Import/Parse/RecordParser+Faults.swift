import RowsmithSchema

extension RecordParser {
  /// Leaves the record out if a value that it keeps is a fault; throws it where bad records are not skipped.
  func checkFaults(_ record: Int, entity: EntityPlan) throws {
    let base = Int(records[record].cells)
    var first: (fault: Int, path: Schema.ImportPath?)?
    func consider(_ fault: Int, _ path: Schema.ImportPath?) {
      if first.map({ context.faults[fault].at < context.faults[$0.fault].at }) ?? true { first = (fault, path) }
    }
    for attribute in entity.attributes where cells[base + attribute.slot].kind == .fault {
      let cell = cells[base + attribute.slot]
      consider(Int(cell.bits), path(attribute.schema.importPaths, Int(cell.priority)))
    }
    var link = Int(records[record].firstLink)
    while link >= 0 {
      if links[link].form == .fault, !links[link].isDead {
        let plan = entity.relationships[Int(links[link].relationship)].schema
        consider(Int(links[link].count), path(plan.importPaths + plan.foreignKeyPaths, Int(links[link].alternative)))
      }
      link = Int(links[link].next)
    }
    guard let first else { return }
    let fault = context.faults[first.fault]
    try leaveOut(record, ImportError(fault.reason, fault.message), at: fault.at, under: first.path)
  }

  private func path(_ paths: [Schema.ImportPath], _ index: Int) -> Schema.ImportPath? {
    paths.indices.contains(index) ? paths[index] : nil
  }

  /// Leaves a record out with everything embedded in it; throws the error where bad records are not skipped.
  func leaveOut(
    _ record: Int, _ error: ImportError, at: UnsafePointer<UInt8>? = nil, under: Schema.ImportPath? = nil
  ) throws {
    let error = located(error, record: record, at: at, under: under)
    if onInvalid == .fail { throw error }
    records.base[record].isLeftOut = true
    bad.append((record, error))
  }

  /// The error with its entity, path, line and column.
  func located(
    _ error: ImportError, record: Int, at: UnsafePointer<UInt8>? = nil, under: Schema.ImportPath? = nil
  ) -> ImportError {
    var error = error
    error.entity = plan.entities[Int(records[record].entity)].name
    var path = path(of: record)
    if case .keys(let keys)? = under { for key in keys { path.append(key: key) } }
    error.path = path.description
    if let position = stream.position(of: at ?? records[record].start, orElse: records[record].start) {
      (error.line, error.column) = (position.line, position.column)
    }
    return error
  }

  /// Where a record stands in the document.
  func path(of record: Int) -> JSONPath {
    let pending = records[record]
    guard pending.parent >= 0 else { return rootPath }
    var path = path(of: Int(pending.parent))
    let link = links[Int(pending.link)]
    let owner = plan.entities[Int(records[Int(pending.parent)].entity)]
    let relationship = owner.relationships[Int(link.relationship)].schema
    let paths = relationship.importPaths + relationship.foreignKeyPaths
    if case .keys(let keys)? = self.path(paths, Int(link.alternative)) {
      for key in keys { path.append(key: key) }
    }
    if pending.item >= 0 { path.append(index: Int(pending.item)) }
    if let key = pending.mapKey {
      let bytes = UnsafeBufferPointer(start: key, count: Int(pending.mapKeyCount))
      path.append(key: String(decoding: bytes, as: UTF8.self))
    }
    return path
  }
}

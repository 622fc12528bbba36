import RowsmithSchema

// Decides whether an object's links must be made before its items are written.
extension RecordBatch {
  /// Whether something in an object may affect the links that the object itself makes.
  func linksFirst(_ record: Int, entity: EntityMapping) -> Bool {
    guard entity.hasConflicts else { return false }
    let parsed = records.base[record]
    let end = Int(links.base[Int(parsed.lastLink)].end)
    var (inside, own, conflicts): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for index in Int(parsed.firstLink)..<max(Int(parsed.firstLink), end) {
      let link = links.base + index
      if Int(link.pointee.record) != record {
        inside |= link.pointee.bit
      } else if !link.pointee.isDead {
        own |= link.pointee.bit
        let mayEnd = entity.relationshipList[Int(link.pointee.relationship)]._withUnsafeGuaranteedRef {
          conflicts |= $0.conflicts
          return $0.itemsMayEndLinks && !$0.isToOne
        }
        if mayEnd { return true }
      }
    }
    if conflicts & inside != 0 { return true }
    return conflicts & own != 0 && siblingsConflict(record, entity: entity)
  }

  /// Whether one of the links that an object makes may affect another.
  private func siblingsConflict(_ record: Int, entity: EntityMapping) -> Bool {
    var own: [RelationshipMapping] = []
    var index = Int(records.base[record].firstLink)
    while index >= 0 {
      let link = links.base[index]
      if !link.isDead { own.append(entity.relationships[Int(link.relationship)]) }
      index = Int(link.next)
    }
    return own.contains { one in own.contains { $0 !== one && one.conflicts & $0.bit != 0 } }
  }
}

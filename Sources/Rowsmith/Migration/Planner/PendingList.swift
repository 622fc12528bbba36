import RowsmithSchema

/// A to-many relationship over a to-one inverse. Its lists can have pending links.
struct PendingList {
  /// The pending links of the old database.
  static let table = "main._rowsmith_pending"
  /// The pending links of the new database, until they replace the old ones.
  static let keptTable = "temp.\(keptName)"
  static let keptName = "_rowsmith_kept"

  var old: String
  var links: OldLinks
  var relationship: Schema.Relationship?
  var entity: String
}

extension RowTranslation {
  /// The lists of the old schema.
  var pendingLists: [PendingList] {
    match.old.schema.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> PendingList? in
        guard case .inverseColumns = match.old.storage(of: relationship, in: entity.name),
          let links = match.oldLinks(of: relationship, in: entity.name)
        else { return nil }
        var current: Schema.Relationship?
        let now = match.successor(of: entity.name)
        if let now,
          case .relationship(let found) = match.currentMember(
            of: relationship.name, in: entity.name, now: now.name)
        {
          current = found
        }
        return PendingList(
          old: "\(entity.name).\(relationship.name)", links: links, relationship: current,
          entity: now?.name ?? "")
      }
    }
  }

  /// The keys of both ends of the pending links, as the new database has them.
  func keys(of list: PendingList) -> (source: String, target: String)? {
    guard let relationship = list.relationship,
      let source = pendingKey("w.source", of: list.links.sourceEntity, now: list.entity),
      let target = pendingKey("w.target", of: list.links.targetEntity, now: relationship.target)
    else { return nil }
    return (source, target)
  }

  /// The new key for a key in a column. One of several parts is stored in one column; it moves only unchanged.
  private func pendingKey(_ column: String, of former: String, now entity: String) -> String? {
    guard let identity = match.oldTable(of: former)?.identity else { return nil }
    let columns = identity.count == 1 ? [column] : identity.map { "w.\($0)" }
    guard let key = translate(columns, to: former, now: entity, depth: 1) else { return nil }
    if identity.count == 1 { return key.columns.count == 1 ? key.columns[0] : nil }
    return key.isIdentity ? column : nil
  }

  /// Whether both ends have a key of one part.
  func hasSimpleKeys(_ list: PendingList) -> Bool {
    [list.links.sourceEntity, list.links.targetEntity].allSatisfy {
      match.oldTable(of: $0)?.identity.count == 1
    }
  }

  /// The lists of the old schema whose links new link tables hold, by the names of these.
  func pendingLists(of links: [Layout.LinkTable]) -> [String: [PendingList]] {
    if links.isEmpty { return [:] }
    var lists: [String: [PendingList]] = [:]
    for list in pendingLists {
      guard let relationship = list.relationship,
        case .linkTable(let name, _) = match.new.storage(of: relationship, in: list.entity)
      else { continue }
      lists[name, default: []].append(list)
    }
    return lists
  }

  /// Fills a new link table with the pending links of lists, which need no row there.
  func pendingLinks(of lists: [PendingList], for link: Layout.LinkTable, named name: String) -> String? {
    for list in lists {
      guard let relationship = list.relationship, link.sourceColumns.count == 1,
        link.targetColumns.count == 1,
        case .linkTable(link.name, let isSource) = match.new.storage(of: relationship, in: list.entity),
        let keys = keys(of: list)
      else { continue }
      let ends = isSource ? ["source", "target"] : ["target", "source"]
      let place = relationship.isOrdered ? "w.position" : "NULL"
      let position = isSource ? "position" : "source_position"
      let isPlaced = isSource || link.isInverseOrdered
      return
        "INSERT OR IGNORE INTO \(DDL.quoted(name)) (\(ends[0]), \(ends[1])\(isPlaced ? ", \(position)" : "")) "
        + "SELECT \(keys.source), \(keys.target)\(isPlaced ? ", \(place)" : "") FROM \(PendingList.table) AS w "
        + "WHERE w.relationship = \(DDL.literal(.text(list.old))) AND \(SQL.notNull([keys.source, keys.target]))"
    }
    return nil
  }
}

public import RowsmithAPI
public import RowsmithSchema

extension KintoServer {
  /// Validates the names of buckets and collections, and `overlap`, a number of seconds.
  public func check(_ plan: SyncPlan, _ schema: Schema) throws {
    if let overlap = try KintoServer.overlap(plan["overlap"]) { learnt.overlap = overlap }
    try KintoServer.checkNames(plan.settings, known: ["bucket", "overlap"])
    if let bucket = plan["bucket"] { try KintoName.check(bucket, "the bucket") }
    for entity in plan.entities {
      do {
        try KintoServer.checkNames(entity.settings, known: ["bucket", "overlap"])
        _ = try KintoServer.overlap(entity["overlap"])
        let links = entity.links.compactMap { links -> String? in
          if case .relation(let collection) = links.storage { collection } else { nil }
        }
        try KintoServer.checkKey(entity, SchemaGraph(schema))
        try KintoServer.checkMembers(entity, SchemaGraph(schema))
        for path in [entity.collection] + links {
          _ = try place(of: SyncCollection(name: entity.name, path: path, settings: entity.settings))
        }
      } catch var error as SyncError {
        error.entity = entity.name
        throw error
      }
    }
  }

  /// Checks that the key can be read where it is Kinto's id, which is a text.
  private static func checkKey(_ entity: SyncPlan.Entity, _ graph: SchemaGraph) throws {
    let numbers: [Schema.AttributeType] = [.scalar(.int), .scalar(.double), .scalar(.decimal)]
    guard let keys = graph.root(of: entity.name)?.primaryKey, keys.count == 1,
      let key = graph.attribute(keys[0], of: entity.name), key.importPaths.contains(.keys(["id"])),
      numbers.contains(key.type), !key.coerces
    else { return }
    throw SyncError(
      .settings,
      "'\(key.name)' is a number, and ids are texts in Kinto; make it a String or a UUID, or write `coerce: true`"
    )
  }

  /// Checks that nothing is to be sent under names that are Kinto's own.
  private static func checkMembers(_ entity: SyncPlan.Entity, _ graph: SchemaGraph) throws {
    guard entity.direction == .both else { return }
    let family = [entity.name] + graph.descendants(of: entity.name).map(\.name)
    for attribute in family.compactMap(graph.entity).flatMap(\.attributes)
    where !attribute.isLocal && attribute.exportPath != nil && !entity.neverSent.contains(attribute.name) {
      if attribute.exportPath?.first == "deleted" {
        throw SyncError(
          .settings,
          "'\(attribute.name)' would be sent as 'deleted', which marks tombstones in Kinto and is not stored; give it "
            + "another `ImportName`, or write `sync: false`")
      }
      if attribute.importPaths == [.rest] {
        throw SyncError(
          .settings,
          "'\(attribute.name)' (`$rest`) has Kinto's own 'last_modified', and a member that is removed from it would stay "
            + "there; write `sync: false`")
      }
    }
  }

  /// The value of an `overlap` setting, in seconds.
  static func overlap(_ text: String?) throws -> Double? {
    guard let text else { return nil }
    guard let seconds = Double(text), (0...86_400).contains(seconds) else {
      throw SyncError(
        .settings, "'overlap' must be a number of seconds, at most a day, not '\(text.escapedForDisplay())'")
    }
    return seconds
  }

  private static func checkNames(_ settings: [SyncPlan.Setting], known: [String]) throws {
    guard let unknown = settings.first(where: { !known.contains($0.name) }) else { return }
    throw SyncError(
      .settings,
      "the adapter for Kinto has no setting '\(unknown.name.escapedForDisplay())'; it has \(known.joined(separator: ", "))"
    )
  }
}

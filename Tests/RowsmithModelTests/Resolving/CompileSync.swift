import RowsmithAPI
import RowsmithModel
import Testing

/// The plan of a model that must have no diagnostics; the header with version and a default policy is added in front.
func plan(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> SyncPlan {
  try #require(try api(yaml, sourceLocation: sourceLocation).sync, sourceLocation: sourceLocation)
}

/// The entity `A` of a plan with a server of the app's: what `sync` says of it, its attributes beside the key `id` and
/// its relationships, with further entities.
func syncedEntity(
  _ text: String = "true", attributes: String = "name: String", relationships: String = "",
  others: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws -> SyncPlan.Entity {
  let plan = try plan(
    """
    sync: { server: mine }
    entities:
      A:
        sync: \(text)
        attributes: { id: UUID, \(attributes) }
        relationships: { \(relationships) }
    \(others.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
  return try #require(plan.entity("A"), sourceLocation: sourceLocation)
}

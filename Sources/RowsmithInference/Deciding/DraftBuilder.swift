import RowsmithModel

/// Turns the findings from samples into a draft of a model.
final class DraftBuilder {
  let clustering: Clustering
  /// The name that a person gave the records at the top.
  let givenName: String?
  /// The path of the samples in their documents.
  let path: [String]
  var model = ModelDraft()
  var types = NameChoice()
  /// The names of the entities that are in the draft or waiting to be added.
  private var names: [ObjectIdentifier: String] = [:]
  private var waiting: [Cluster] = []
  /// The unions of several kinds. They are kept because `names` is keyed by object identity.
  private var wholes: [Cluster] = []
  /// How often each date format is used, to find the most common one.
  var dateFormats: [String: Int] = [:]
  var enums: [EnumUse] = []
  var ownedLists: [OwnedList] = []
  /// The relationships whose records are in several of their lists, such as `Post.tags`.
  var sharedLists: Set<String> = []
  /// The to-one relationships that are sometimes null.
  var nullable: Set<String> = []
  /// The inverses that only the names suggest.
  var assumedInverses: [AssumedInverse] = []
  var choices: [Choice] = []
  /// What the database will not keep of the samples, or keep twice.
  var cautions: [String] = []
  /// The values of several parts, not yet named.
  var groups = GroupCatalog()
  /// The number of columns for values, by entity.
  var groupColumns: [String: Int] = [:]
  var seenValues: [SeenValues] = []
  /// The base entities, by the mixed objects that they were made from.
  var families: [ObjectIdentifier: Family] = [:]
  /// The base entity of each kind.
  var parents: [ObjectIdentifier: Family] = [:]
  /// The discriminators of documents that name a cluster's entity, so that it needs no attribute for them.
  private var namedBy: [ObjectIdentifier: String] = [:]
  /// The entities built so far, for decisions that need all of them.
  private(set) var built: [(cluster: Cluster, entity: Int)] = []

  /// An attribute, of an entity or of a value of several parts, with a fixed list of words.
  struct EnumUse {
    var entity: String
    var attribute: String
    var values: [String]
    var remark: String?
  }

  init(clustering: Clustering, casing: Casing, givenName: String?, path: [String]) {
    self.clustering = clustering
    self.givenName = givenName
    self.path = path
    model.casing = casing
  }

  /// The name of an entity, which is queued for the draft if it is new.
  ///
  /// - Parameter candidates: the possible names, best first; `nil` for those of the places of its records.
  func name(of cluster: Cluster, as candidates: [String]? = nil) -> String {
    if let name = names[ObjectIdentifier(cluster)] { return name }
    let name = types.take(candidates ?? EntityNaming.names(of: cluster))
    names[ObjectIdentifier(cluster)] = name
    waiting.append(cluster)
    return name
  }

  /// Records the name of the entity for the union of several kinds.
  func give(_ name: String, to whole: Cluster) {
    wholes.append(whole)
    names[ObjectIdentifier(whole)] = name
  }

  /// Records that a document names the entity of a cluster by a discriminator. An attribute for it would say the same, and would
  /// make a record of each reference that has it beside the key, as those of JSON:API do.
  func name(_ cluster: Cluster, by discriminator: String) {
    let slots = cluster.shapes.compactMap { $0.slot(discriminator) }
    let values = slots.map { $0.strings?.count == $0.count ? $0.strings?.values?.map(\.text) : nil }
    guard Set(values).count == 1, values[0]?.count == 1,
      cluster.key?.isPart([discriminator]) == false
    else { return }
    namedBy[ObjectIdentifier(cluster)] = discriminator
  }

  /// Whether an entity is in the draft or queued for it.
  func isNamed(_ cluster: Cluster) -> Bool { names[ObjectIdentifier(cluster)] != nil }

  /// Adds the queued entities to the draft.
  func buildWaiting() {
    while !waiting.isEmpty {
      let cluster = waiting.removeFirst()
      let builder = EntityBuilder(cluster: cluster, name: name(of: cluster), draft: self)
      let family = parents[ObjectIdentifier(cluster)]
      if let family {
        builder.names = family.names
        builder.entity.extends = family.name
      }
      let named = namedBy[ObjectIdentifier(cluster)].map { Set([$0]) } ?? []
      let entity = builder.build(except: named.union(family?.common ?? []))
      parents = parents.mapValues { other in
        guard other.name == family?.name else { return other }
        var other = other
        other.names = builder.names
        return other
      }
      built.append((cluster, model.entities.count))
      model.entities.append(entity)
    }
  }
}

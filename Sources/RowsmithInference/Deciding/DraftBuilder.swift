import RowsmithModel

/// Writes what was found in samples as a draft of a model.
final class DraftBuilder {
  let clustering: Clustering
  /// What a person calls the records at the top.
  let givenName: String?
  var model = ModelDraft()
  var types = NameChoice()
  /// The names of the entities that are in the draft, or on their way.
  private var names: [ObjectIdentifier: String] = [:]
  private var waiting: [Cluster] = []
  /// What several kinds have in common, kept as long as names are known by identity.
  private var wholes: [Cluster] = []
  /// The formats of dates, by entity and attribute, for the most usual one.
  var dateFormats: [String: Int] = [:]
  var enums: [EnumUse] = []
  var ownedLists: [OwnedList] = []
  /// The relationships whose records are in several of their lists, as `Post.tags`.
  var sharedLists: Set<String> = []
  /// The relationships to one record that are null now and then.
  var nullable: Set<String> = []
  /// What only names say.
  var assumedInverses: [AssumedInverse] = []
  var choices: [Choice] = []
  /// The values of several parts, without names as yet.
  var groups = GroupCatalog()
  var seenValues: [SeenValues] = []
  /// The entities of which others are kinds, by the objects that they were made of.
  var families: [ObjectIdentifier: Family] = [:]
  /// What an entity extends.
  var parents: [ObjectIdentifier: Family] = [:]
  /// The entities that have been built, to be looked at together.
  private(set) var built: [(cluster: Cluster, entity: Int)] = []

  /// An attribute whose values are words of a list, of an entity or of a value of several parts.
  struct EnumUse {
    var entity: String
    var attribute: String
    var values: [String]
    var remark: String?
  }

  init(clustering: Clustering, casing: Casing, givenName: String?) {
    self.clustering = clustering
    self.givenName = givenName
    model.casing = casing
  }

  /// The name of an entity, which is put into the draft if it is not there yet.
  func name(of cluster: Cluster) -> String {
    if let name = names[ObjectIdentifier(cluster)] { return name }
    let name = types.take(EntityNaming.names(of: cluster))
    names[ObjectIdentifier(cluster)] = name
    waiting.append(cluster)
    return name
  }

  /// Notes what the entity is called that has what several kinds have.
  func give(_ name: String, to whole: Cluster) {
    wholes.append(whole)
    names[ObjectIdentifier(whole)] = name
  }

  /// Whether an entity is in the draft, or on its way there.
  func isNamed(_ cluster: Cluster) -> Bool { names[ObjectIdentifier(cluster)] != nil }

  /// Puts the entities into the draft that are referred to.
  func buildWaiting() {
    while !waiting.isEmpty {
      let cluster = waiting.removeFirst()
      let builder = EntityBuilder(cluster: cluster, name: name(of: cluster), draft: self)
      let family = parents[ObjectIdentifier(cluster)]
      if let family {
        builder.names = family.names
        builder.entity.extends = family.name
      }
      let entity = builder.build(except: family?.common ?? [])
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

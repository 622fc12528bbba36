import RowsmithModel

/// Builds the entity for the records of one cluster.
final class EntityBuilder {
  let cluster: Cluster
  let draft: DraftBuilder
  var entity: EntityDraft
  var names = NameChoice()
  /// The names of the members of the key, in order.
  private var keyNames: [String] = []
  /// The number of records.
  let total: Int
  /// The number of distinct records, if their keys show it.
  private let records: Int?

  init(cluster: Cluster, name: String, draft: DraftBuilder) {
    self.cluster = cluster
    self.draft = draft
    entity = EntityDraft(name: name)
    total = cluster.count
    records = cluster.key?.isPlain == true ? cluster.keySketch?.distinct : nil
  }

  /// - Parameters:
  ///   - only: the keys of the members to include; `nil` for all.
  ///   - except: the keys of members to leave out because the base entity has them.
  func build(only: Set<String>? = nil, except: Set<String> = []) -> EntityDraft {
    if let parent = cluster.parent { addParent(parent) }
    if cluster.key?.isOfMap == true || cluster.holdsMapKey { addMapKey() }
    let places = MemberPlace.members(of: cluster.shapes, under: [], total: total)
    for place in places where MemberPlace.isExpressible(place.path[0]) {
      let key = place.path[0]
      if only?.contains(key) ?? !except.contains(key) { add(place) }
    }
    let unsaid = places.filter { !MemberPlace.isExpressible($0.path[0]) }.map { "'\($0.path[0])'" }
    if !unsaid.isEmpty {
      entity.comments.append("Not read, as a model cannot name it: \(unsaid.joined(separator: ", ")).")
    }
    let respelled = MemberPlace.respelled(in: cluster.shapes).map { "'\($0)'" }
    if !respelled.isEmpty {
      entity.comments.append(
        "Read in the first spelling alone, not with other Unicode characters: \(respelled.joined(separator: ", "))."
      )
    }
    entity.primaryKey = keyNames
    comment()
    return entity
  }

  private func comment() {
    guard let key = cluster.key else {
      if cluster.areRows {
        entity.comments.append("No member tells these records apart: their list replaces them.")
      } else {
        entity.comments.append("No member tells these records apart: each import adds them again.")
        draft.cautions.append(
          "'\(entity.name)': no member tells its records apart, so each import adds them again\(advice)")
      }
      avoidImpliedKey()
      return
    }
    if key.changes || key.clears {
      entity.comments.append("Records came more than once with other values: the later ones stay.")
      draft.cautions.append(
        "'\(entity.name)': records came more than once with other values, and the later ones stay")
    }
  }

  /// How to import only the records in a single record without a key, such as an answer with members of its own.
  private var advice: String {
    guard total == 1 else { return "" }
    // A list of keys alone has no path of records.
    let lists = entity.relationships.filter { $0.type.first == "[" }.compactMap(\.importName).prefix(3)
    if lists.isEmpty { return "" }
    let before = draft.path.map { ImportName.escaped($0) }
    let options = lists.map { path in
      "--at \(ShellWord.quoted((before + [path]).joined(separator: ".")))"
    }
    return "; \(options.joined(separator: " or ")) reads only the records in it"
  }

  /// Renames an attribute that would become the key by its name, if the entity has no key.
  private func avoidImpliedKey() {
    let instance = SwiftNames.instance(of: entity.name)
    for index in entity.attributes.indices {
      let name = entity.attributes[index].name
      guard ["id", "\(instance)ID", "\(instance)Id"].contains(name) else { continue }
      entity.attributes[index].name = names.take(["\(name)Value"])
    }
  }

  private func addParent(_ parent: Cluster) {
    let casing = draft.model.casing
    let type = draft.name(of: parent)
    let instance = SwiftNames.instance(of: type)
    // The parent is not in the JSON: a member with one of its names is something else.
    let free = [instance, "parent", "owner", "\(instance)Parent"].filter { name in
      !ReservedNames.isReservedMember(name)
        && cluster.keys.isDisjoint(with: casing.keys(for: name) + casing.keys(for: name, adding: "id"))
    }
    let name = names.take(free.isEmpty ? ["\(instance)Owner"] : free)
    var member = MemberDraft(name: name, type: type)
    member.settings.append(YAMLEntryDraft("export", .plain("false")))
    entity.relationships.append(member)
    cluster.parentName = name
    keyNames.append(name)
  }

  private func addMapKey() {
    let name = names.take(["key", "mapKey"])
    var member = MemberDraft(name: name, type: "String")
    member.importName = "$key"
    member.isOptional = cluster.key?.isOfMap == false && cluster.sites.contains { $0.place != .map }
    entity.attributes.append(member)
    if cluster.key?.isOfMap == true { keyNames.append(name) }
  }

  // MARK: Members

  /// Adds what is at a place: an attribute, a relationship, or several of them.
  private func add(_ place: MemberPlace) {
    let isKey = cluster.key?.isPart(place.path) == true
    let holdsKey = !isKey && cluster.key?.path.starts(with: place.path) == true
    if !isKey, !holdsKey, draft.addsRelationship(place, to: self) { return }
    if !holdsKey, place.objects == 0 || !isTakenApart(place) { return addAttribute(place, isKey: isKey) }
    for inner in MemberPlace.members(of: place.shapes, under: place.path, total: total) { add(inner) }
  }

  /// Whether the members of objects without identity become members of the record, with key paths. This is done for mere
  /// wrappers, for objects that are most of the record, and for objects with records in them, which a value cannot hold.
  private func isTakenApart(_ place: MemberPlace) -> Bool {
    guard place.objects + place.nulls == place.present, place.path.count < 5 else { return false }
    let isPlain = place.shapes.allSatisfy { shape in
      shape.folded == nil && shape.kinds.isEmpty && !shape.keys.isEmpty
        && shape.keys.allSatisfy { MemberPlace.isExpressible($0) }
    }
    guard isPlain else { return false }
    let isWrapper = Self.wrappers.contains(place.path[place.path.count - 1])
    let reading = GroupReading(clustering: draft.clustering)
    return isWrapper || isBody(place) || reading.holdsEntity(place.shapes)
      || cluster.key != nil && reading.holdsRows(place.shapes)
  }

  /// The keys of objects that only hold members of the record.
  static let wrappers: Set<String> = ["properties", "attributes", "fields"]

  /// Whether the object is most of the record: it is in every record, with too many members for a value.
  private func isBody(_ place: MemberPlace) -> Bool {
    guard place.path.count == 1, place.objects == total else { return false }
    let members = MemberPlace.members(of: place.shapes, under: place.path, total: place.objects)
    let present = members.reduce(0) { $0 + $1.present }
    return entity.attributes.count <= Self.maximumAttributes && members.count > GroupReading.maximumMembers
      && members.count <= Self.maximumBody
      && 2 * present >= place.objects * members.count
  }
  /// An object with more members than this does not become columns.
  private static let maximumBody = 128
  /// Beside more attributes than this, none does.
  private static let maximumAttributes = 800

  private func addAttribute(_ place: MemberPlace, isKey: Bool) {
    var place = place
    place.records = records
    let name = names.take(NameChoice.members(for: place.path, of: entity.name))
    var made = MadeAttribute(place, name: name, path: place.path, isKey: isKey)
    if let values = place.words, let path = made.draft.importName {
      draft.seenValues.append(SeenValues(entity: entity.name, path: path, values: values))
    }
    if !isKey, let group = draft.group(at: place, of: entity.name) {
      made.draft.type = group
      made.draft.comment = place.isOptional ? place.absence : nil
    }
    if let format = made.dateFormat { draft.dateFormats[format, default: 0] += 1 }
    if let values = made.values {
      draft.enums.append(
        DraftBuilder.EnumUse(entity: entity.name, attribute: name, values: values, remark: made.remark))
    }
    if isKey { keyNames.append(name) }
    if let own = cluster.mapKeyMember, place.path == [own], let path = made.draft.importName {
      made.draft.importName = nil
      made.draft.settings.insert(YAMLEntryDraft("ImportName", .list([.text(path), .text("$key")])), at: 0)
    }
    entity.attributes.append(made.draft)
  }
}

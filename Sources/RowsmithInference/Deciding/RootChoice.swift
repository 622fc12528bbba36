import RowsmithModel

/// What the top of the samples is: records, or a document with collections of records.
enum RootChoice {
  /// Records of one entity: a single one, a list, or one after another.
  case records(ObjectShape)
  /// An object whose keys are the keys of its records.
  case map(ObjectShape)
  /// An object whose keys are data, with one value each: a price for each day.
  case series(ObjectShape)
  /// Records of several kinds.
  case mixed(ObjectShape)
  /// Collections at several paths. `left` has the paths that are not imported.
  case document([Member], left: [String])

  struct Member {
    var path: [String]
    var shape: ObjectShape
    var kind: KeySearch.Place
    /// The map that holds the records.
    var map: ObjectShape?
  }

  /// Members of envelopes that describe the answer rather than its content.
  private static let envelope: Set<String> = [
    "has_more", "hasMore", "next", "previous", "prev", "first", "last", "self", "page", "pages", "per_page",
    "perPage", "page_size", "pageSize", "total", "count", "total_count", "totalCount", "total_pages",
    "totalPages",
    "limit", "offset", "skip", "cursor", "next_cursor", "nextCursor", "next_page", "nextPage",
    "next_page_token",
    "nextPageToken", "incomplete_results", "object", "kind", "apiVersion", "api_version", "type", "status",
    "success",
    "ok", "code", "message", "error", "errors", "took", "timed_out", "url", "request_id", "requestId",
    "version",
    "jsonapi", "links", "_links", "meta", "metadata", "pagination", "paging", "etag", "generated",
    "copyright",
    "info", "warnings", "bbox", "crs", "timestamp", "@context", "results_per_page", "num_results",
    "totalItems",
    "resultCount", "total_results", "totalResults", "total_hits", "totalHits",
    // Of Solr, and of OpenSearch.
    "numFound", "num_found", "numFoundExact", "start", "q", "maxScore", "max_score", "startIndex",
    "itemsPerPage", "documentation_url", "href",
    // Of Algolia, and of MediaWiki.
    "nbHits", "nbPages", "hitsPerPage", "processingTimeMS", "processingTimingsMS", "serverTimeMS", "query",
    "params", "exhaustive", "exhaustiveNbHits", "exhaustiveTypo", "batchcomplete", "continue",
    // Of Jira, GeoNames and Prometheus.
    "startAt", "maxResults", "expand", "isLast", "totalResultsCount", "resultType",
  ]

  /// Those of them that say what was asked for, or from where. An object there may be content: a record, or what
  /// holds it.
  private static let asked: Set<String> = ["query", "params", "start", "continue", "expand"]

  /// What the pages of servers have, by what no record has: elsewhere, a `size` or a `path` is content.
  private static let pages: [(signs: Set<String>, words: Set<String>)] = [
    // Of Spring.
    (["pageable", "totalElements"], ["size", "number", "numberOfElements", "sort", "empty"]),
    // Of Laravel.
    (
      ["next_page_url", "prev_page_url"],
      ["current_page", "last_page", "first_page_url", "last_page_url", "path", "from", "to", "links"]
    ),
    // Of Mongoose, Bitbucket, Salesforce, Elasticsearch, Zendesk and GraphQL.
    (["totalDocs"], ["pagingCounter", "hasPrevPage", "hasNextPage", "prevPage"]),
    (["pagelen"], ["size"]), (["totalSize"], ["done", "nextRecordsUrl"]),
    (["_shards"], ["_scroll_id", "pit_id", "terminated_early"]), (["next_page"], ["previous_page"]),
    (["pageInfo"], []),
    // Of TMDB.
    (["total_results"], ["dates"]),
  ]

  /// The members of an object that say something of the answer because it is a page.
  private static func pageMembers(of object: ObjectShape) -> Set<String> {
    var own: Set<String> = []
    // The name or the title of a layer.
    if object.slot("type")?.says("FeatureCollection") == true { own = ["name", "title"] }
    // What FHIR has around resources.
    if object.slot("resourceType")?.says("Bundle") == true {
      own = ["resourceType", "id", "identifier", "link", "signature"]
    }
    return pages.reduce(into: own) { members, page in
      if !page.signs.isDisjoint(with: object.keys) { members.formUnion(page.signs.union(page.words)) }
    }
  }

  /// Decides what the top is.
  ///
  /// - Parameters:
  ///   - root: the shape of the samples.
  ///   - isLines: whether one sample has several objects in sequence.
  static func decide(_ root: ValueShape, isLines: Bool) throws(SampleError) -> RootChoice {
    if root.arrays > 0, root.objects == 0 {
      guard let object = root.array?.items.object else {
        throw SampleError(
          root.array?.empties == root.arrays
            ? "the samples hold no record: their list is empty"
            : root.array?.items.array?.items.object != nil
              ? "expected records, which are objects; found lists of them in a list: try --at 0 for the first"
              : "expected records, which are objects; found a list of something else")
      }
      if root.array?.items.arrays ?? 0 > 0 {
        throw SampleError(
          "expected records, which are objects; found a list among them: try --at 1 for the second item alone"
        )
      }
      if object.folded != nil {
        throw RootChoice.manyKeys
      }
      return collection(object)
    }
    guard let object = root.object else {
      throw SampleError("expected an object or a list of objects; use --at where they are deeper in the JSON")
    }
    if root.arrays > 0 {
      throw SampleError("some samples are a list, others an object; infer from one kind at a time")
    }
    if !object.kinds.isEmpty { return .mixed(object) }
    if object.folded != nil {
      if isLines {
        throw RootChoice.manyKeys
      }
      if let values = object.folded, values.objects + values.arrays == 0 {
        return .series(object)
      }
      // A map gives its records a name, not a kind.
      object.folded?.object?.mergeKinds()
      guard let inner = object.folded?.object, inner.folded == nil, inner.kinds.isEmpty else {
        throw SampleError(
          "the keys of the object are data, and what stands under them are no records: there is nothing to infer"
        )
      }
      return .map(object)
    }
    if isLines { return .records(object) }
    return envelope(object) ?? .records(object)
  }

  static func collection(_ object: ObjectShape) -> RootChoice {
    object.kinds.isEmpty ? .records(object) : .mixed(object)
  }

  /// The collections of an envelope; `nil` if the object is a record.
  private static func envelope(_ object: ObjectShape) -> RootChoice? {
    var members: [Member] = []
    let isPlain = collect(object, [], &members, isTop: true, isList: isList(object))
    if isRecord(object) { return nil }
    return isPlain && !members.isEmpty ? .document(members, left: Self.left(object, members)) : nil
  }

  /// Whether an object at the top has a key of its own.
  static func isRecord(_ object: ObjectShape) -> Bool {
    let key = KeySearch(shapes: [object], names: [], place: .root, isAnswer: true).best()
    let said = pageMembers(of: object)
    return key.map { $0.rank < 6 && !isSaid($0.path[0]) && !said.contains($0.path[0]) } ?? false
  }

  /// The collections of an object, for a document that exists.
  static func members(of object: ObjectShape) -> [Member] {
    var members: [Member] = []
    _ = collect(object, [], &members, isTop: true, isList: isList(object))
    return members
  }

  /// The paths without a collection.
  private static func left(_ object: ObjectShape, _ members: [Member], under path: [String] = []) -> [String]
  {
    zip(object.keys, object.slots).flatMap { key, slot -> [String] in
      let path = path + [key]
      if members.contains(where: { $0.path == path }) { return [] }
      guard members.contains(where: { $0.path.starts(with: path) }), let inner = slot.object else {
        return [path.map { ImportName.escaped($0) }.joined(separator: ".")]
      }
      return left(inner, members, under: path)
    }
  }

  /// The last words of what calls itself a list; the second is GeoJSON.
  private static let listNames: Set<[String]> = [["list", "response"], ["feature", "collection"]]

  /// Whether an object calls itself a list. Its numbers and words then describe the answer, whatever their names.
  private static func isList(_ object: ObjectShape) -> Bool {
    KeyNames.discriminators.contains { key in
      guard let slot = object.slot(key), slot.count == object.count, let values = slot.strings?.values else {
        return false
      }
      return !values.isEmpty
        && values.allSatisfy { value in
          let words = Words.of(value.text)
          return words.last == "list" || words.last == "listing" || listNames.contains(Array(words.suffix(2)))
        }
    }
  }

  /// Whether a member of a list describes the answer: its name is not one that a key would have, apart from codes and numbers
  /// of something else, such as a `regionCode`.
  private static func isOfAnswer(_ key: String, _ slot: ValueShape) -> Bool {
    slot.objects == 0 && slot.arrays == 0 && KeyNames.rank(key) ?? 8 > 7
  }

  private static func isSaid(_ key: String) -> Bool {
    envelope.contains(key) || key.hasPrefix("@odata.") || key.hasPrefix("odata.")
  }

  /// Finds the collections in an object.
  ///
  /// - Returns: `false` if the object has other content, which a document would not keep.
  private static func collect(
    _ object: ObjectShape, _ path: [String], _ members: inout [Member], isTop: Bool, isList: Bool
  ) -> Bool {
    var isPlain = true
    var found: [Member] = []
    let start = members.count
    let said = pageMembers(of: object)
    // An answer has no name: with one, `info` says what all of the object is, as in the collections of Postman.
    let isNamed = object.slot("info")?.object?.slot("name") != nil
    func isSaid(_ key: String) -> Bool {
      (Self.isSaid(key) || said.contains(key)) && !(isNamed && key == "info")
    }
    for (key, slot) in zip(object.keys, object.slots) {
      let path = path + [key]
      if !MemberPlace.isExpressible(key) { return false }
      if let list = slot.array?.items, let items = list.object, list.objects == list.count,
        items.folded == nil,
        slot.arrays + slot.nulls == slot.count
      {
        if isTop && isSaid(key) && items.keys.count < 2 { continue }
        let member = Member(path: path, shape: items, kind: .list)
        if said.contains(key) { found.append(member) } else { members.append(member) }
      } else if slot.arrays > 0, slot.array?.empties == slot.arrays {
        continue
      } else if let inner = slot.object {
        let isRecord =
          inner.kinds.isEmpty
          && KeySearch(shapes: [inner], names: [key], place: .single, isTop: true).best() != nil
        if let map = inner.folded {
          guard let values = map.object, map.objects == map.count, values.folded == nil, values.kinds.isEmpty
          else {
            isPlain = isPlain && isSaid(key)
            continue
          }
          members.append(Member(path: path, shape: values, kind: .map, map: inner))
        } else if isRecord, !isSaid(key) || asked.contains(key) {
          members.append(Member(path: path, shape: inner, kind: .single))
        } else if asked.contains(key) {
          // MediaWiki has what was found in `query`, others what was asked for. Only collections there are kept.
          _ = collect(inner, path, &found, isTop: false, isList: isList)
        } else if !isSaid(key), !collect(inner, path, &members, isTop: false, isList: isList) {
          isPlain = false
        }
      } else if !isSaid(key), !isList || !isOfAnswer(key, slot) {
        isPlain = false
      }
    }
    // Beside other content, a list without a key is what was asked for, such as filters, or leads to other pages.
    if members[start...].contains(where: { !isSaid($0.path[path.count]) }) {
      found.removeAll { member in
        // What is in a map has the map's keys.
        if member.kind == .map { return false }
        let key = member.path[member.path.count - 1]
        return KeySearch(shapes: [member.shape], names: [key], place: member.kind).best() == nil
      }
    }
    members += found
    return isPlain
  }
}

extension RootChoice {
  fileprivate static let manyKeys = SampleError(
    "the records have more than 256 different keys, which are taken for data; import them with a model that names those you "
      + "need, and keeps the rest under '$rest'")
}

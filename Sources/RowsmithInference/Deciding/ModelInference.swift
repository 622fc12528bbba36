import Rowsmith
import RowsmithModel

/// Infers a model from samples.
struct ModelInference {
  private let reader: SampleReader
  private let options: Inference.Options

  init(_ reader: SampleReader, _ options: Inference.Options) {
    self.reader = reader
    self.options = options
  }

  func model() throws -> InferredModel {
    let root = reader.root
    if options.areTables { root.markTable() }
    var casing = CasingChoice.decide(root)
    let isLines = root.objects > reader.documents
    let top =
      options.top ?? RootChoice.document(options.documents, root, isLines: isLines)
      ?? (isLines ? nil : RootChoice.map(root, of: options.mapMembers))
    RootChoice.fold(root, top)
    ShapeReading(casing: casing, expectsSeries: options.expectsSeries).read(top: root, isLines: isLines)
    let said = RootChoice(root, as: top)
    if let top, RootChoice.isEmpty(root, said) {
      return InferredModel(draft: ModelDraft(), target: top.target(options.entity ?? options.name))
    }
    var choice = try (said ?? RootChoice.decide(root, isLines: isLines)).joined
    let name = options.entity ?? RootNames.withoutServer(options.name, choice.records)
    var clustering = clustered(choice, name)
    if case .mixed(let object) = choice, clustering.family(of: object) == nil {
      object.mergeKinds()
      choice = .records(object)
      clustering = clustered(choice, name)
    }
    if let entity = options.entity { clustering.give(entity, to: choice) }
    casing = CasingChoice.decide(clustering.all)
    let builder = DraftBuilder(
      clustering: clustering, casing: casing, givenName: options.entity, path: options.path)
    var target = builder.build(choice, name: name)
    if case .document(let known)? = top, !builder.model.documents.isEmpty {
      (builder.model.documents[0].name, builder.model.documents[0].isKnown) = (known.name, true)
      target = .document(known.name)
    }
    builder.finish()
    builder.model.comments = Self.introduction(target)
    return InferredModel(
      draft: builder.model, target: target, seenValues: builder.seenValues,
      assumedInverses: builder.assumedInverses, cautions: builder.cautions)
  }

  /// Finds the records below the top.
  private func clustered(_ choice: RootChoice, _ name: String) -> Clustering {
    let clustering = Clustering()
    switch choice {
    case .records(let object): clustering.addRoot(object, name: name, place: .root)
    case .map(let object): clustering.addRoot(map: object, name: name)
    case .series: break
    case .mixed(let object):
      for kind in object.kinds {
        clustering.addRoot(kind.shape, name: kind.value, place: .root, in: object)
      }
    case .document(let members, _):
      for member in members {
        if let map = member.map {
          clustering.addRoot(map: map, name: RootNames.name(of: member.namingPath, samples: name))
          continue
        }
        for shape in member.shapes {
          let name = shape.kind ?? RootNames.name(of: member.namingPath, samples: name)
          clustering.addRoot(
            shape.shape, name: name, place: member.kind, in: shape.kind == nil ? nil : member.shape)
        }
      }
    }
    clustering.join()
    return clustering
  }
}

extension ModelInference {
  /// The comments at the beginning of the file.
  private static func introduction(_ target: ImportTarget) -> [String] {
    let option: String
    switch target {
    case .entity(let name): option = "--entity \(name)"
    case .keyed(let name): option = "--entity \(name) --keyed"
    case .document(let name): option = "--document \(name)"
    case .relationship: option = "--entity NAME"
    }
    return [
      "\(ModelWidening.sign): the comments say what was seen there, and what was not decided.",
      "The line above lets `--schema-contract evolve` widen what later documents contradict: remove it to forbid that.",
      "",
      "  rowsmith import FILE --model MODEL \(option) --into DB",
    ]
  }
}

extension RootChoice {
  /// The choice with the kinds merged if the records of several kinds have no common key.
  fileprivate var joined: RootChoice {
    guard case .mixed(let object) = self else { return self }
    let keys = object.kinds.map { KeySearch(shapes: [$0.shape], names: [$0.value], place: .root).best() }
    guard let first = keys[0], first.path.count == 1, keys.allSatisfy({ $0?.path == first.path }),
      object.hasDistinctKinds
    else {
      object.mergeKinds()
      return .records(object)
    }
    return self
  }
}

extension Clustering {
  /// Gives the records at the top the name that a person chose, if there is only one candidate.
  fileprivate func give(_ name: String, to choice: RootChoice) {
    let shape: ObjectShape?
    switch choice {
    case .records(let object): shape = object
    case .map(let map): shape = map.folded?.object
    case .document(let members, _): shape = members.count == 1 ? members[0].shape : nil
    case .mixed, .series: shape = nil
    }
    shape.flatMap { cluster(of: $0) }?.givenName = name
  }
}

extension RootChoice {
  /// The objects that have the name of the samples.
  fileprivate var records: [ObjectShape] {
    switch self {
    case .records(let object), .mixed(let object): [object] + object.kinds.map(\.shape)
    case .map(let map): [map.folded?.object].compactMap { $0 }
    case .document, .series: []
    }
  }
}

extension RootChoice.Member {
  /// The keys that may name the records: in GraphQL, the list of a connection is always called `edges`.
  fileprivate var namingPath: [String] {
    path.last == "edges" && shape.slot("node")?.object != nil ? Array(path.dropLast()) : path
  }

  /// The objects, by kind.
  var shapes: [(kind: String?, shape: ObjectShape)] {
    shape.kinds.isEmpty ? [(nil, shape)] : shape.kinds.map { ($0.value, $0.shape) }
  }
}

import Rowsmith
import RowsmithModel

/// Decides what the samples are samples of.
struct ModelInference {
  private let reader: SampleReader
  private let options: Inference.Options

  init(_ reader: SampleReader, _ options: Inference.Options) {
    self.reader = reader
    self.options = options
  }

  func model() throws -> InferredModel {
    let root = reader.root
    let casing = CasingChoice.decide(root)
    ShapeReading(casing: casing).read(root)
    let isLines = root.objects > reader.documents
    let choice = try RootChoice.decide(root, isLines: isLines)
    let clustering = Clustering()
    let name = options.entity ?? options.name
    switch choice {
    case .records(let object): clustering.addRoot(object, name: name, place: .root)
    case .map(let object): clustering.addRoot(map: object, name: name)
    case .mixed(let object):
      for kind in object.kinds { clustering.addRoot(kind.shape, name: kind.value, place: .root) }
    case .document(let members):
      for member in members {
        if let map = member.map {
          clustering.addRoot(map: map, name: member.path.last ?? name)
          continue
        }
        for shape in member.shapes {
          let name = shape.kind ?? member.path.last ?? name
          clustering.addRoot(shape.shape, name: name, place: member.kind)
        }
      }
    }
    clustering.join()
    let builder = DraftBuilder(clustering: clustering, casing: casing)
    let target = builder.build(choice, name: name, isNamed: options.entity != nil)
    builder.finish()
    return InferredModel(draft: builder.model, target: target)
  }
}

extension RootChoice.Member {
  /// The objects, those of each kind by themselves.
  var shapes: [(kind: String?, shape: ObjectShape)] {
    shape.kinds.isEmpty ? [(nil, shape)] : shape.kinds.map { ($0.value, $0.shape) }
  }
}

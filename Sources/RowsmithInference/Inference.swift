package import Rowsmith
import RowsmithModel
import RowsmithSchema

/// Infers a model from samples.
package enum Inference {
  /// What is known besides the samples.
  package struct Options: Sendable {
    /// The entity of the records, if given.
    package var entity: String?
    /// The path of the value to read.
    package var path: [String] = []
    /// The name of the samples: `issues` for `issues.json`.
    package var name = "records"
    /// Whether the samples are tables, whose numbers and truth values are text.
    package var areTables = false
    /// The documents of an existing model: an object with a list or an object at one of their paths is no record.
    var documents: [Schema.Document] = []
    /// What the top is, if that is said.
    var top: Top?
    /// Whether an existing model has an entity for the values of an object whose keys are data.
    var expectsSeries = false
    /// The keys of the records, if an existing model has only records under their keys at the top.
    var mapMembers: Set<String>?

    package init() {}

    /// Reads the top of the samples as the existing model does.
    ///
    /// - Parameter target: what the samples are imported as, if that is said.
    package mutating func expect(_ model: HintedModel, as target: ImportTarget? = nil) {
      (documents, expectsSeries) = (model.documents, model.hasSeries)
      top = target.flatMap(model.top)
      mapMembers = target == nil ? model.mapMembers : nil
    }
  }

  /// What the top of samples is in an existing model.
  enum Top: Sendable {
    case records
    case map
    case document(Schema.Document)

    /// The import target.
    ///
    /// - Parameter name: the name of the records.
    func target(_ name: String) -> ImportTarget {
      switch self {
      case .records: .entity(name)
      case .map: .keyed(name)
      case .document(let document): .document(document.name)
      }
    }
  }

  /// Reads the samples and infers a model.
  ///
  /// - Throws: ``SampleFailure`` if a sample is not JSON, or if no model can be inferred.
  package static func infer(_ sources: [JSONSource], _ options: Options = Options()) throws -> InferredModel {
    var reader = SampleReader()
    for source in sources {
      do { try reader.read(source, at: options.path) } catch let error as SampleError {
        throw SampleFailure(source.name, error.description)
      } catch let error as JSONError {
        throw SampleFailure(source.name, error.message, line: error.line, column: error.column)
      }
    }
    var inferred: InferredModel
    do { inferred = try ModelInference(reader, options).model() } catch let error as SampleError {
      throw SampleFailure(sources.count == 1 ? sources[0].name : nil, error.description)
    }
    if !options.areTables, sources.allSatisfy(\.isRereadable) {
      InverseProof(sources: sources, path: options.path, bytes: reader.bytes).correct(&inferred)
    }
    inferred.shapes = SampleShapes(reader.root, under: options.path)
    return inferred
  }
}

/// Why inference failed, and where.
package struct SampleFailure: Error, Sendable, CustomStringConvertible {
  /// One line, in the format of compilers: `feed.json:3:12: error: expected a value, found ']'`.
  package let description: String
  /// The name of the source at fault, if it is one.
  package let source: String?

  init(_ name: String?, _ message: String, line: Int? = nil, column: Int? = nil) {
    source = name
    var text = name ?? ""
    if let line, let column { text += ":\(line):\(column)" }
    description = (text.isEmpty ? "" : "\(text): ") + "error: \(message)"
  }
}

/// The result of inference.
package struct InferredModel {
  package var draft: ModelDraft
  /// The import target for the samples.
  package var target: ImportTarget
  /// The values of members with few distinct values.
  var seenValues: [SeenValues] = []
  /// The shapes of the samples.
  package var shapes: SampleShapes?
  /// The inverses that only names suggest.
  var assumedInverses: [AssumedInverse] = []
  /// What the database does not keep of the samples, or keeps twice when they are imported again: one sentence each, without a
  /// full stop.
  package var cautions: [String] = []
}

/// The values of a member with few distinct values.
struct SeenValues: Sendable {
  var entity: String
  /// The path in JSON.
  var path: String
  var values: [String]
}

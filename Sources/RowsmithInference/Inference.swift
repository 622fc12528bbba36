package import Rowsmith
import RowsmithModel

/// Makes a model of samples.
package enum Inference {
  /// What is known besides the samples.
  package struct Options: Sendable {
    /// The entity of the records, where it is said.
    package var entity: String?
    /// The keys of the value that counts.
    package var path: [String] = []
    /// What the samples are called: `issues` for `issues.json`.
    package var name = "records"
    /// Whether the samples are tables, in which numbers and truth values are written as text.
    package var areTables = false
    /// The paths of the documents that a person has written: what is at the top is such a document, not a record.
    var documentPaths: Set<String> = []
    /// Whether a person has written what holds the values of an object whose keys are data.
    var expectsSeries = false

    package init() {}

    /// Takes in what is at the top by the model that a person has written.
    package mutating func expect(_ model: HintedModel) {
      (documentPaths, expectsSeries) = (model.documentPaths, model.hasSeries)
    }
  }

  /// Reads the samples and makes a model of them.
  ///
  /// - Throws: ``SampleFailure`` where a sample is no JSON, or nothing can be made of it.
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

/// Why nothing was inferred, and where.
package struct SampleFailure: Error, Sendable, CustomStringConvertible {
  /// One line, as compilers write it: `feed.json:3:12: error: expected a value, found ']'`.
  package let description: String

  init(_ name: String?, _ message: String, line: Int? = nil, column: Int? = nil) {
    var text = name ?? ""
    if let line, let column { text += ":\(line):\(column)" }
    description = (text.isEmpty ? "" : "\(text): ") + "error: \(message)"
  }
}

/// What was made of samples.
package struct InferredModel {
  package var draft: ModelDraft
  /// What an import of the samples is into.
  package var target: ImportTarget
  /// The words that came in texts of few values.
  var seenValues: [SeenValues] = []
  /// What the samples are like.
  package var shapes: SampleShapes?
  /// Which relationships only their names make two ends of one.
  var assumedInverses: [AssumedInverse] = []
}

/// The values of a member, where they are few.
struct SeenValues: Sendable {
  var entity: String
  /// The path in JSON.
  var path: String
  var values: [String]
}

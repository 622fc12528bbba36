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

    package init() {}
  }

  /// Reads the samples and makes a model of them.
  ///
  /// - Throws: ``JSONError`` where a sample is no JSON, ``SampleError`` where nothing can be made of it.
  package static func infer(_ sources: [JSONSource], _ options: Options = Options()) throws -> InferredModel {
    var reader = SampleReader()
    for source in sources {
      do { try reader.read(source, at: options.path) } catch let error as SampleError {
        throw SampleError(source.name.map { "\($0): \(error)" } ?? "\(error)")
      } catch var error as JSONError {
        if let name = source.name { error.message += " (in \(name))" }
        throw error
      }
    }
    return try ModelInference(reader, options).model()
  }
}

/// What was made of samples.
package struct InferredModel: Sendable {
  package var draft: ModelDraft
  /// What an import of the samples is into.
  package var target: ImportTarget
}

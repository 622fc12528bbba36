public import Rowsmith

/// Opens a database of Schemas/Deep.yml.
public func openDeep(_ path: String) throws -> Store { try Store(.file(path), model: DeepModel()) }

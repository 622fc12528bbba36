public import Rowsmith

/// Opens a database of Schemas/Numbers.yml.
public func openNumbers(_ path: String) throws -> Store { try Store(.file(path), model: NumbersModel()) }

public import Rowsmith

/// Opens a database of Schemas/Wide.yml.
public func openWide(_ path: String) throws -> Store { try Store(.file(path), model: WideModel()) }

public import Rowsmith

/// Opens a database of Schemas/Links.yml.
public func openLinks(_ path: String) throws -> Store { try Store(.file(path), model: LinksModel()) }

public import Rowsmith

/// Opens a database of Schemas/Texts.yml.
public func openTexts(_ path: String) throws -> Store { try Store(.file(path), model: TextsModel()) }

public import Rowsmith

/// Opens a database of Schemas/Feed.yml.
public func openFeed(_ path: String) throws -> Store { try Store(.file(path), model: FeedModel()) }

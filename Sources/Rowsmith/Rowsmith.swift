// Re-exports the model's types, which are part of Rowsmith's API: an app needs only one import.
@_exported public import RowsmithSchema

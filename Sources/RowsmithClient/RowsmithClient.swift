// Who imports the client can name routes, and records.
@_exported public import Rowsmith
@_exported public import RowsmithAPI

// Code that imports the client can use routes and records without further imports.
@_exported public import Rowsmith
@_exported public import RowsmithAPI

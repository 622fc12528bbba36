// Code that imports this module can use records, transports and the plan without further imports.
@_exported public import RowsmithClient

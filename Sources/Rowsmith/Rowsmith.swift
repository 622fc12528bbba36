// One import gives an app everything: a model's types are part of the runtime's interface.
@_exported public import RowsmithSchema

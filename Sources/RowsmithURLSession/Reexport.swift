// On platforms where URLSession is part of Foundation, its transport is part of the client.
@_exported public import RowsmithClient

// Who synchronises names records, transports and the plan.
@_exported public import RowsmithClient

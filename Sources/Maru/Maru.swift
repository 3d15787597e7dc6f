// What an app imports: the words, HTTP's values, the engine and the stores, in one
// module.
@_exported public import MaruContract
@_exported public import MaruCore
@_exported public import MaruHTTP
@_exported public import MaruSecrets

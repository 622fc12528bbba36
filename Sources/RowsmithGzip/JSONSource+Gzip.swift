public import Rowsmith

extension JSONSource {
  /// The document in this source, which may be compressed with gzip: that is recognised by its first bytes. Anything else is
  /// read as it is.
  ///
  /// It is inflated while it is read, so that neither memory nor disk holds it whole. Members that follow one another are
  /// one document. Data that is damaged or ends too early fails the import with ``ImportError/Reason/unreadable``; nothing
  /// is written then.
  ///
  /// The product `RowsmithGzip`, which has this, links zlib; `Rowsmith` does not.
  public func gunzipped() -> JSONSource { transformed { try GzipReader.recognizing($0) } }
}

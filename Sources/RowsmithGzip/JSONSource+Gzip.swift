public import Rowsmith

extension JSONSource {
  /// The document in this source, inflated if its first bytes are those of gzip. Anything else is read unchanged.
  ///
  /// It is inflated while it is read, so that neither memory nor disk holds all of it. Consecutive members form one document.
  /// If data is damaged or ends too early, the import fails with ``ImportError/Reason/unreadable`` and writes nothing.
  ///
  /// This is in the product `RowsmithGzip`, which links zlib; `Rowsmith` does not.
  public func gunzipped() -> JSONSource { transformed { try GzipReader.recognizing($0) } }
}

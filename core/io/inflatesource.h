#pragma once
// gzip and zip as ByteSources. Internal to the core: use ByteSource::open().
// A restart point is kept every few MB of unpacked content; their distance doubles whenever there are 128 of them: at
// most 7 MB for any file.

#include "core/io/bytesource.h"

#include <QFile>

namespace ws {

Result<std::unique_ptr<ByteSource>> openGzip(std::unique_ptr<QFile> file, const FileStamp &stamp);
/// Errors: Unsupported when the archive is encrypted, holds several files, or uses another method than deflate.
Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<QFile> file, const FileStamp &stamp);

} // namespace ws

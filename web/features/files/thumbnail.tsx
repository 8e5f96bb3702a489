import { clsx } from 'clsx';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { urlOf } from '#web/lib/call.ts';
import { FileIcon } from '#web/ui/file-icon.tsx';

/** A file's first page, small; the icon of its type until it comes, and for what has no pages. Silent, as the icon is. */
export function Thumbnail({ file, size = 16 }: { file: File; size?: number }) {
  const [isThere, setThere] = useState(false);
  return (
    <span
      className="relative grid shrink-0 place-items-center"
      style={{ width: size * 1.5, height: size * 1.5 }}
    >
      {!isThere && <FileIcon fileType={file.fileType} size={size} />}
      {file.fileType !== 'others' && (
        <img
          src={urlOf('GET /api/files/:id/thumbnail', { params: { id: file.id } })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setThere(true)}
          className={clsx(
            'absolute size-full rounded-sm object-cover object-top outline outline-line print:hidden',
            !isThere && 'invisible',
          )}
        />
      )}
    </span>
  );
}

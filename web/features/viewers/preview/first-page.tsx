import { useEffect, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { buildThumbnailUrl, requestThumbnail } from '#web/features/files/thumbnails/thumbnail-requests.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

/** The first page of a document that the panel does not open, as a picture, or its icon; nothing moves when it comes. */
export function FirstPage({ file: { id, name } }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isAwaited = true;
    void requestThumbnail(id).then((thumbnail) => {
      if (thumbnail && isAwaited) setUrl(buildThumbnailUrl(id, thumbnail));
    });
    return () => {
      isAwaited = false;
      setUrl(undefined);
    };
  }, [id]);
  return (
    <div className="grid h-[max(15rem,45dvh)] place-items-center overflow-hidden rounded-md border border-line bg-sunken p-4">
      {url === undefined ? (
        <FileIcon name={name} size={40} />
      ) : (
        <img
          src={url}
          alt={`First page of ${name}`}
          onError={() => setUrl(undefined)}
          className="max-h-full max-w-full rounded-sm bg-paper shadow-control outline outline-line"
        />
      )}
    </div>
  );
}

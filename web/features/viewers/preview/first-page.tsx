import { useEffect, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { requestThumbnailSignature } from '#web/features/files/thumbnail.tsx';
import { buildUrl } from '#web/lib/http/call.ts';

/** The first page of a document that the panel does not open, as a picture; nothing for files without pages. */
export function FirstPage({ file: { id, name } }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isAwaited = true;
    void requestThumbnailSignature(id).then((signature) => {
      if (signature === undefined || !isAwaited) return;
      setUrl(buildUrl('GET /api/files/:id/thumbnail', { params: { id }, query: { signature } }));
    });
    return () => {
      isAwaited = false;
      setUrl(undefined);
    };
  }, [id]);
  if (url === undefined) return null;
  return (
    <div className="grid place-items-center rounded-md border border-line bg-sunken p-4">
      <img
        src={url}
        alt={`First page of ${name}`}
        onError={() => setUrl(undefined)}
        className="max-h-[45dvh] rounded-sm bg-white shadow-control outline outline-line"
      />
    </div>
  );
}

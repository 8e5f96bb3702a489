import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { DocumentErrorNotice } from './viewer-errors.tsx';

/** A sound or a film; the browser asks for the parts that it plays. */
export function MediaViewer({ file, kind }: { file: File; kind: 'audio' | 'video' }) {
  const [isDamaged, setDamaged] = useState(false);
  if (isDamaged) return <DocumentErrorNotice file={file} failure="damaged" />;
  const Player = kind;
  return (
    <div className="grid min-h-48 flex-1 place-items-center rounded-lg border border-line bg-sunken p-4">
      <Player
        src={buildUrl('GET /api/files/:id/view', { params: { id: file.id } })}
        controls
        preload="metadata"
        aria-label={file.name}
        onError={() => setDamaged(true)}
        className="max-h-[75dvh] w-full max-w-4xl"
      />
    </div>
  );
}

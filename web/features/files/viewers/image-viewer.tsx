import { clsx } from 'clsx';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { urlOf } from '#web/lib/call.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A picture, as large as its column allows. */
export function ImageViewer({ file }: { file: File }) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  if (state === 'failed') {
    return (
      <Notice tone="danger" urgent>
        Error loading file. It may be damaged, or not a picture.
      </Notice>
    );
  }
  return (
    <div className="relative grid min-h-64 flex-1 place-items-center overflow-hidden rounded-lg border border-line bg-sunken">
      <img
        src={urlOf('GET /api/files/:id/view', { params: { id: file.id } })}
        alt={file.name}
        onLoad={() => setState('ready')}
        onError={() => setState('failed')}
        className={clsx('absolute size-full object-scale-down', state === 'loading' && 'invisible')}
      />
      {state === 'loading' && <Loading message="Loading picture" />}
    </div>
  );
}

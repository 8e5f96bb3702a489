import { clsx } from 'clsx';
import { useState } from 'react';
import { urlOf } from '#web/lib/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { pictureWidth } from './page-layout.ts';

interface PagePictureProps {
  fileId: number;
  page: number;
  count: number;
  width: number;
  height: number;
}

/** One page as the server drew it. */
export function PagePicture({ fileId, page, count, width, height }: PagePictureProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const label = `Page ${page} of ${count}`;
  const address = { params: { id: fileId, page }, query: { width: pictureWidth(width, devicePixelRatio) } };
  return (
    <div className="relative mx-auto bg-white shadow-popup" style={{ width, height }}>
      {state === 'failed' ? (
        <div
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-surface"
          role="alert"
        >
          <p className="text-ink-muted">{label} could not be loaded.</p>
          <Button size="small" onClick={() => setState('loading')}>
            Try Again
          </Button>
        </div>
      ) : (
        <img
          src={urlOf('GET /api/files/:id/pages/:page', address)}
          alt={label}
          draggable={false}
          decoding="async"
          onLoad={() => setState('ready')}
          onError={() => setState('failed')}
          className={clsx('absolute size-full', state === 'loading' && 'invisible')}
        />
      )}
      {state === 'loading' && (
        <span
          aria-hidden="true"
          className="absolute inset-0 grid place-items-center bg-surface text-ink-muted"
        >
          <Spinner size={24} />
        </span>
      )}
    </div>
  );
}

import { clsx } from 'clsx';
import { useState } from 'react';
import { type PageSignature, useSignedUrl } from '#web/features/viewers/pages/signed-pages.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import type { Side } from './changed-rows.ts';

export interface ComparedPage {
  readonly fileId: number;
  readonly a: number;
  readonly b: number;
  readonly page: number;
  /** Signs the pages of `b`. */
  readonly signature: PageSignature;
}

interface MarkedPageProps extends ComparedPage {
  side: Side;
  /** Width divided by height. */
  aspectRatio: number;
}

/** Shows a page of one version, on which the server has marked what differs in the other. */
export function MarkedPage({ fileId, a, b, page, signature, side, aspectRatio }: MarkedPageProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const query = { a: String(a), b: String(b), side, width: '1200' } as const;
  const address = buildUrl('GET /api/files/:id/compare/pages/:page', { params: { id: fileId, page }, query });
  const { signedUrl, renewSignature } = useSignedUrl(address, signature, () => setState('failed'));
  const label = `Page ${page} of version ${side === 'a' ? a : b}, changes marked`;
  return (
    <div className="relative w-full overflow-hidden border border-line bg-paper" style={{ aspectRatio }}>
      {state === 'failed' ? (
        <div role="alert" className="absolute inset-0 grid place-content-center gap-3 bg-surface text-center">
          <p className="text-ink-muted">This page could not be compared.</p>
          <Button size="small" onClick={() => void renewSignature().then(() => setState('loading'))}>
            Try Again
          </Button>
        </div>
      ) : (
        signedUrl !== undefined && (
          <img
            src={signedUrl}
            alt={label}
            draggable={false}
            decoding="async"
            onLoad={() => setState('ready')}
            onError={() => setState('failed')}
            className={clsx('absolute inset-0 size-full', state !== 'ready' && 'invisible')}
          />
        )
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

import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { findEarlyPage } from '#web/lib/documents/early-page.ts';
import { getImageWidth, isSlowConnection } from '#web/lib/documents/page-layout.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { type PageSignature, useSignedUrl } from './signed-pages.ts';

interface PageImageProps {
  fileId: number;
  /** Absent for the current version. */
  version?: number;
  /** Names the version and layout of a current page, whose image may have been fetched before the app was there. */
  content?: string;
  page: number;
  count: number;
  width: number;
  height: number;
  signature: PageSignature;
  /** Height of the top that stays in view while the rest of the page scrolls, in pixels. */
  frozenHeight?: number;
  /** Hides the image from screen readers, and shows no errors. */
  isThumbnail?: boolean;
  /** Waits with its request, for a page that should come first. */
  isDeferred?: boolean;
  /** The image is shown, or cannot be. */
  onSettled?: () => void;
  /** Lies over the image. */
  children?: ReactNode;
}

/** Shows one page as rendered by the server. */
export function PageImage(props: PageImageProps) {
  const { fileId, version, content, page, count, width, height, signature, children } = props;
  const { frozenHeight = 0, isThumbnail = false, isDeferred = false, onSettled } = props;
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const label = `Page ${page} of ${count}`;
  const imageWidth = getImageWidth(width, devicePixelRatio);
  const early = content === undefined ? undefined : findEarlyPage(fileId, page, imageWidth, content);
  const { signedUrl, renewSignature } = useSignedUrl(
    buildPageUrl(fileId, version, page, imageWidth),
    signature,
    () => setState('failed'),
  );
  const url = early?.url ?? signedUrl;
  const retry = async () => {
    await renewSignature();
    setState('loading');
  };
  return (
    <div className="relative isolate mx-auto bg-paper shadow-popup" style={{ width, height }}>
      {state === 'failed' && !isThumbnail ? (
        <PageFailure label={label} onRetry={() => void retry()} />
      ) : (
        url !== undefined &&
        !isDeferred && (
          <img
            src={url}
            alt={isThumbnail ? '' : label}
            fetchPriority={isThumbnail ? 'low' : 'auto'}
            draggable={false}
            decoding="async"
            onLoad={() => {
              setState('ready');
              early?.onShown();
              onSettled?.();
            }}
            onError={() => {
              setState('failed');
              onSettled?.();
            }}
            className={clsx('absolute inset-0 size-full', state !== 'ready' && 'invisible')}
          />
        )
      )}
      {state === 'loading' && <PageSpinner size={isThumbnail ? 16 : 24} />}
      {state === 'ready' && frozenHeight > 0 && (
        // The same image again, so that it needs no request.
        <div aria-hidden="true" className="pointer-events-none absolute inset-0">
          <div className="sticky top-0 overflow-hidden shadow-control" style={{ height: frozenHeight }}>
            <img src={url} alt="" draggable={false} className="max-w-none" style={{ width, height }} />
          </div>
        </div>
      )}
      {state === 'ready' && children}
    </div>
  );
}

function PageFailure({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-surface" role="alert">
      <p className="text-ink-muted">{label} could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function PageSpinner({ size }: { size: number }) {
  return (
    <span aria-hidden="true" className="absolute inset-0 grid place-items-center bg-surface text-ink-muted">
      <Spinner size={size} />
    </span>
  );
}

function buildPageUrl(id: number, version: number | undefined, page: number, width: string): string {
  const query = { width, ...(isSlowConnection() && { compact: 'true' as const }) };
  if (version === undefined)
    return buildUrl('GET /api/files/:id/pages/:page', { params: { id, page }, query });
  const params = { id, number: version, page };
  return buildUrl('GET /api/files/:id/versions/:number/pages/:page', { params, query });
}

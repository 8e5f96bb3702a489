import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useState } from 'react';
import type { FilePages } from '#shared/contracts/pages.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useSignedPages } from '#web/features/viewers/pages/signed-pages.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import type { Side } from './changed-rows.ts';
import { type ComparedPage, MarkedPage } from './marked-page.tsx';

const MODES = [
  { value: 'beside', label: 'Side by side' },
  { value: 'slider', label: 'Slider' },
  { value: 'blink', label: 'Blink' },
] as const;
type Mode = (typeof MODES)[number]['value'];

const BLINK_MS = 900;
/** Portrait paper, for a page that only one version has. */
const DEFAULT_ASPECT_RATIO = 1 / Math.SQRT2;

interface PageComparisonProps {
  fileId: number;
  a: number;
  b: number;
}

/** Compares two versions page over page: the server marks what differs. */
export function PageComparison({ fileId, a, b }: PageComparisonProps) {
  const before = useSignedPages(fileId, a);
  const after = useSignedPages(fileId, b);
  const [page, setPage] = useState(1);
  const [mode, setMode] = useState<Mode>('beside');
  const last = Math.max(before.pages?.pages.length ?? 1, after.pages?.pages.length ?? 1);
  const step = (by: 1 | -1) => setPage((current) => Math.min(last, Math.max(1, current + by)));
  useCommands([
    { label: 'Next page', key: 'n', run: () => step(1) },
    { label: 'Previous page', key: 'p', run: () => step(-1) },
  ]);
  const error = before.error ?? after.error;
  if (error && !(before.pages && after.pages))
    return <LoadError error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />;
  if (!before.pages || !after.pages || !after.signature) return <Loading message="Loading pages" />;
  const sentence = before.pages.sentence ?? after.pages.sentence;
  if (sentence !== null) return <Notice tone="warning">{sentence}</Notice>;
  const compared = { fileId, a, b, page, signature: after.signature };
  const sides = { a: before.pages, b: after.pages };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="w-44">
          <Select
            label="View"
            hideLabel
            value={mode}
            options={MODES}
            onChange={({ target }) =>
              setMode(MODES.find(({ value }) => value === target.value)?.value ?? 'beside')
            }
          />
        </div>
        <p className="flex-1 basis-40 text-ink-muted text-sm">Orange boxes mark what differs.</p>
        <div className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous page (p)"
            disabled={page === 1}
            onClick={() => step(-1)}
          />
          <p aria-live="polite" className="min-w-24 text-center text-ink-muted text-sm tabular-nums">
            Page {page} of {last}
          </p>
          <IconButton
            icon={ChevronRight}
            label="Next page (n)"
            disabled={page === last}
            onClick={() => step(1)}
          />
        </div>
      </div>
      <PagePair
        key={`${mode} ${page} ${before.pages.layout} ${after.pages.layout}`}
        {...{ mode, compared, sides }}
      />
    </div>
  );
}

interface PagePairProps {
  mode: Mode;
  compared: ComparedPage;
  sides: Readonly<Record<Side, FilePages>>;
}

function PagePair({ mode, compared, sides }: PagePairProps) {
  const { a, b, page } = compared;
  const sizeOf = (side: Side) => sides[side].pages[page - 1];
  const show = (side: Side) => {
    const size = sizeOf(side);
    if (!size) return <MissingPage version={side === 'a' ? a : b} page={page} />;
    return <MarkedPage {...compared} side={side} aspectRatio={size.width / size.height} />;
  };
  const isOnBoth = sizeOf('a') !== undefined && sizeOf('b') !== undefined;
  if (mode === 'beside' || !isOnBoth)
    return (
      <div className="grid gap-3 md:grid-cols-2">
        {show('a')}
        {show('b')}
      </div>
    );
  return mode === 'slider' ? (
    <SliderPair a={show('a')} b={show('b')} />
  ) : (
    <BlinkPair a={show('a')} b={show('b')} />
  );
}

function MissingPage({ version, page }: { version: number; page: number }) {
  return (
    <div
      className="grid place-items-center border border-line bg-sunken p-4"
      style={{ aspectRatio: DEFAULT_ASPECT_RATIO }}
    >
      <p className="text-ink-muted">
        Version {version} has no page {page}.
      </p>
    </div>
  );
}

type PairProps = Readonly<Record<Side, ReactNode>>;

/** Shows the newer page over the older one, up to a position that the reader moves. */
function SliderPair({ a, b }: PairProps) {
  const [percent, setPercent] = useState(50);
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-2">
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="Share of the older version"
        onChange={({ target }) => setPercent(Number(target.value))}
        className="w-full accent-accent"
      />
      <div className="relative">
        {a}
        <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
          {b}
        </div>
      </div>
    </div>
  );
}

/** Shows both pages in turn at the same place, so that what differs moves. */
function BlinkPair({ a, b }: PairProps) {
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [isRunning, setRunning] = useState(!isCalm);
  const [isNewer, setNewer] = useState(true);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNewer((current) => !current), BLINK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setRunning(!isRunning)}>
          {isRunning ? 'Stop Blinking' : 'Start Blinking'}
        </Button>
        {!isRunning && (
          <Button size="small" onClick={() => setNewer(!isNewer)}>
            Show {isNewer ? 'Older' : 'Newer'} Version
          </Button>
        )}
      </div>
      <div className="relative">
        {a}
        <div className={isNewer ? 'absolute inset-0' : 'invisible absolute inset-0'}>{b}</div>
      </div>
    </div>
  );
}

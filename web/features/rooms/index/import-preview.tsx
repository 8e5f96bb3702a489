import type { ReactNode } from 'react';
import type { IndexPreview } from '#shared/contracts/rooms/room-index.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';

interface ImportPreviewProps {
  preview: IndexPreview;
  busy: boolean;
  error: Error | null;
  onApply: () => void;
  onClose: () => void;
}

/** Shows what an index would change, and its problems, before it is applied. */
export function ImportPreview({ preview, busy, error, onApply, onClose }: ImportPreviewProps) {
  const { counts, created, renamed, moved, problems } = preview;
  const isUnchanged = counts.created + counts.renamed + counts.moved + counts.problems === 0;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Import Index"
      description={describe(counts.problems > 0, isUnchanged)}
    >
      <div className="flex flex-col gap-4">
        <Lines title="Problems" count={counts.problems}>
          {problems.map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}
            </li>
          ))}
        </Lines>
        <Lines title="Created" count={counts.created}>
          {created.map(({ line, number, name, kind }) => (
            <li key={line}>
              {number} {name} <span className="text-ink-muted">{kind}</span>
            </li>
          ))}
        </Lines>
        <Lines title="Renamed" count={counts.renamed}>
          {renamed.map(({ line, number, from, to }) => (
            <li key={line}>
              {number} <s className="text-ink-muted">{from}</s> {to}
            </li>
          ))}
        </Lines>
        <Lines title="Moved" count={counts.moved}>
          {moved.map(({ line, number, name, from }) => (
            <li key={line}>
              {name} <span className="text-ink-muted">from {from} to</span> {number}
            </li>
          ))}
        </Lines>
        {error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(error)}
          </Notice>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{isUnchanged ? 'Close' : 'Cancel'}</Button>
        {counts.problems === 0 && !isUnchanged && (
          <Button variant="primary" busy={busy} onClick={onApply}>
            Apply
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function describe(hasProblems: boolean, isUnchanged: boolean): string {
  if (hasProblems)
    return 'Correct these lines and choose the file again. Nothing is changed until every line is right.';
  return isUnchanged ? 'The room has this index already.' : 'All of this is done at once, or nothing.';
}

/** Lists lines with their number, of which only the first may be shown. */
function Lines({ title, count, children }: { title: string; count: number; children: ReactNode[] }) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-medium">
        {title} ({count.toLocaleString('en')})
      </h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
        tabIndex={0}
        className="mt-1 max-h-40 overflow-y-auto rounded-md border border-line px-3 py-1 wrap-anywhere"
      >
        {children}
        {count > children.length && <li className="text-ink-muted">and {count - children.length} more</li>}
      </ul>
    </section>
  );
}

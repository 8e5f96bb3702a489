import type { ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeCounts, kindName } from './changed-rows.ts';

/** Lists where changes are, for those who may see the pages of a file but not have its text. */
export function ChangeList({ hunks }: { hunks: readonly ComparisonHunk[] }) {
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="info">
        Download of this file is restricted, so only the places of changes are shown.
      </Notice>
      <p className="text-ink-muted">{describeCounts(hunks)}</p>
      <Card>
        <ul aria-label="Changes" className="divide-y divide-line">
          {hunks.map((hunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes of two versions never change
            <li key={index} className="px-4 py-2">
              {describePlace(hunk)}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Says for example `Text replaced: page 3, now on page 4`. */
function describePlace({ kind, a, b }: ComparisonHunk): string {
  const [before, after] = [a?.page ?? null, b?.page ?? null];
  const what = `Text ${kindName(kind)}`;
  if (before === null && after === null) return what;
  if (before === null || after === null || before === after) return `${what}: page ${after ?? before}`;
  return `${what}: page ${before}, now on page ${after}`;
}

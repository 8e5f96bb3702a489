import Folder from 'lucide-react/icons/folder';
import { Link } from 'wouter';
import type { Change } from '#shared/contracts/changes/changes.ts';
import { formatDateTime, formatRelativeTime } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

const KIND_LABELS = {
  new: 'New',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
  moved: 'Moved',
  renamed: 'Renamed',
  access: 'Access',
} as const satisfies Record<Change['kind'], string>;

/** Shows one change with a link to the entry, and to the comparison where both versions may be opened. */
export function ChangeItem({ change }: { change: Change }) {
  const { kind, entry, changedAt } = change;
  const detail = describe(change);
  const comparison = comparisonOf(change);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      {entry.kind === 'file' ? <FileIcon name={entry.name} size={16} /> : <Folder size={16} />}
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/${entry.kind}/${entry.id}`}
          className="font-medium wrap-anywhere hover:underline focus-visible:underline"
        >
          {entry.name}
        </Link>
        <p className="text-ink-muted text-xs wrap-anywhere">
          {detail !== undefined && `${detail} · `}
          <time dateTime={changedAt} title={formatDateTime(changedAt)}>
            {formatRelativeTime(changedAt, Date.now())}
          </time>
        </p>
      </div>
      {comparison !== undefined && (
        <Link href={comparison} className="text-accent-ink text-sm underline">
          What changed<span className="sr-only"> in {entry.name}</span>
        </Link>
      )}
      <Badge tone={kind === 'withdrawn' ? 'warning' : 'accent'}>{KIND_LABELS[kind]}</Badge>
    </li>
  );
}

/** Values that the reader may not know are null. */
function describe({ kind, from, to }: Change): string | undefined {
  switch (kind) {
    case 'new':
      return undefined;
    case 'access':
      return 'You now have access';
    case 'renamed':
      return from === null ? undefined : `Before: ${from}`;
    case 'moved': {
      const [source, target] = [from && `from ${from}`, to && `to ${to}`];
      const places = [source, target].filter(Boolean).join(' ');
      return places === '' ? undefined : `Moved ${places}`;
    }
    case 'replaced':
      return from === null ? `Now version ${to}` : `Version ${from} was replaced by version ${to}`;
    case 'withdrawn':
      return to === null ? `Version ${from}` : `Version ${from}; now version ${to}`;
  }
}

function comparisonOf({ kind, entry, from, to }: Change): string | undefined {
  const isContent = kind === 'replaced' || kind === 'withdrawn';
  if (!isContent || from === null || to === null) return undefined;
  return `/file/${entry.id}/compare?${new URLSearchParams({ a: from, b: to })}`;
}

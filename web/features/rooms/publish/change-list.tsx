import X from 'lucide-react/icons/x';
import { Link } from 'wouter';
import type { DraftChange, Drafts } from '#shared/contracts/rooms/drafts.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { keyOfChange } from './choose-drafts.ts';
import { ChosenDraft } from './draft-list.tsx';
import { useDiscardDraft } from './publications-api.ts';
import type { DraftChoice } from './use-draft-choice.ts';

const LEVELS = { none: 'None', view: 'View', download: 'Download', original: 'Original' } as const;

function describe({ kind, toFolder, group, level, version }: DraftChange): string {
  switch (kind) {
    case 'move':
      return `moves to ${toFolder?.name ?? ''}`;
    case 'version':
      return `gets version ${version}`;
    case 'level':
      return `${group?.name ?? ''}: ${level === null ? 'Inherit' : LEVELS[level]}`;
  }
}

interface ChangeListProps {
  drafts: Drafts;
  /** Absent for editors. */
  choice: DraftChoice | undefined;
}

/** Lists the versions, moves and levels among the drafts of a room, for publication, and lets those who may discard them. */
export function ChangeList({ drafts: { changes, changeCount }, choice }: ChangeListProps) {
  const discard = useDiscardDraft();
  if (changeCount === 0) return null;
  const left = changeCount - changes.length;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-base">Versions, moves and permissions</h2>
      <ul aria-label="Versions, moves and permissions" className="divide-y divide-line">
        {changes.map((change) => (
          <li key={change.id} className="flex min-h-control items-center gap-x-2 py-1">
            <ChosenDraft
              choice={choice}
              draftKey={keyOfChange(change)}
              name={`${change.name} ${describe(change)}`}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <Link href={`/${change.entryKind}/${change.entryId}`} className="rounded-sm underline">
                  {change.name}
                </Link>{' '}
                {describe(change)}
              </span>
              <span className="text-ink-muted text-xs">
                {change.author} · {formatDateTime(change.createdAt)}
              </span>
            </span>
            {change.mayDiscard && (
              <IconButton
                icon={X}
                size="small"
                label={`Discard the draft for ${change.name}`}
                busy={discard.isPending}
                onClick={() => discard.mutate(change.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-muted">and {left.toLocaleString('en')} more</p>}
    </Card>
  );
}

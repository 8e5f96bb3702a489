import { Link } from 'wouter';
import type { Draft, Drafts } from '#shared/contracts/rooms/drafts.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { formatAncestorNames } from '#web/features/folders/folder-hierarchy.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { keyOfEntry } from './choose-drafts.ts';
import type { DraftChoice } from './use-draft-choice.ts';

const pathOf = ({ kind, id }: Draft): string => `/${kind}/${id}`;

interface DraftListProps {
  drafts: Drafts;
  /** Absent for editors. */
  choice: DraftChoice | undefined;
}

/** Lists the new folders and files of a room, and lets managers choose which of them are published. */
export function DraftList({ drafts, choice }: DraftListProps) {
  if (drafts.folders + drafts.files === 0) return null;
  const left = drafts.folders + drafts.files - drafts.entries.length;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-base">Drafts</h2>
      <ul aria-label="Drafts" className="divide-y divide-line">
        {drafts.entries.map((draft) => (
          <li key={pathOf(draft)} className="flex min-h-control items-center gap-x-2 py-1">
            <ChosenDraft choice={choice} draftKey={keyOfEntry(draft)} name={draft.name} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className="min-w-0 flex-1 basis-48">
                <Link href={pathOf(draft)} className="rounded-sm underline wrap-anywhere">
                  {draft.name}
                </Link>
                {draft.folderNames.length > 0 && (
                  <span className="block text-ink-muted text-xs wrap-anywhere">
                    {formatAncestorNames(draft.folderNames)}
                  </span>
                )}
              </span>
              <span className="shrink-0 text-ink-muted text-xs">
                {draft.kind === 'folder' ? 'Folder' : 'File'} · {formatDateTime(draft.createdAt)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-muted">and {left.toLocaleString('en')} more</p>}
    </Card>
  );
}

interface ChosenDraftProps {
  choice: DraftChoice | undefined;
  draftKey: string;
  name: string;
}

/** Chooses one draft for the publication; nothing for editors. */
export function ChosenDraft({ choice, draftKey, name }: ChosenDraftProps) {
  if (!choice) return null;
  return (
    <Checkbox
      hideLabel
      label={`Publish ${name}`}
      checked={choice.isChosen(draftKey)}
      onChange={() => choice.toggle(draftKey)}
    />
  );
}

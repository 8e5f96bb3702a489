import FileCheck from 'lucide-react/icons/file-check';
import type { DraftSelection, Drafts, GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import { MAX_SELECTED_DRAFTS } from '#shared/domain/limits.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ChangeList } from './change-list.tsx';
import { countSelected } from './choose-drafts.ts';
import { countEntries, listDifferences } from './describe-publication.ts';
import { DraftCheck } from './draft-check.tsx';
import { DraftList } from './draft-list.tsx';
import { PublicationList } from './publication-list.tsx';
import { useDrafts, usePublicationPreview } from './publications-api.ts';
import { PublishForm } from './publish-form.tsx';
import { RoomSettingsCard } from './room-settings-card.tsx';
import { useDraftChoice } from './use-draft-choice.ts';

interface PublishPanelProps {
  roomId: number;
  mayManage: boolean;
}

/** Shows the drafts of a room with what each group gains by them, and lets managers publish them. */
export function PublishPanel({ roomId, mayManage }: PublishPanelProps) {
  const { data, error, refetch } = useDrafts(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <>
      {data.folders + data.files + data.changeCount === 0 ? (
        <Card>
          <EmptyState
            icon={FileCheck}
            title="No drafts"
            description="Files and folders that you add to a room with groups wait here until you publish them, and so do moves and permissions that you save as drafts."
          />
        </Card>
      ) : (
        <DraftsToPublish drafts={data} {...{ roomId, mayManage }} />
      )}
      <PublicationList {...{ roomId, mayManage }} />
      {mayManage && <RoomSettingsCard roomId={roomId} />}
    </>
  );
}

function DraftsToPublish({ roomId, mayManage, drafts }: PublishPanelProps & { drafts: Drafts }) {
  const choice = useDraftChoice(drafts);
  const { selection } = choice;
  const count = selection && countSelected(selection);
  const isNothing = count === 0;
  return (
    <>
      <Card className="flex flex-col gap-4 p-4">
        <h2 className="font-semibold text-base">{describeChosen(drafts, selection)}</h2>
        {mayManage && (
          <Checkbox
            label="All drafts"
            hint="Below, choose what is published. What you leave out stays a draft."
            checked={selection === undefined}
            indeterminate={selection !== undefined && !isNothing}
            onChange={choice.toggleAll}
          />
        )}
        {selection === undefined && (
          <Preview {...{ roomId, mayManage, selection }} version={drafts.version} groups={drafts.groups} />
        )}
        {selection !== undefined && !isNothing && (count ?? 0) <= MAX_SELECTED_DRAFTS && (
          <SelectionPreview {...{ roomId, mayManage, selection }} version={drafts.version} />
        )}
        {mayManage && <PublishForm {...{ roomId, selection }} version={drafts.version} />}
      </Card>
      <ChangeList drafts={drafts} choice={mayManage ? choice : undefined} />
      <DraftList drafts={drafts} choice={mayManage ? choice : undefined} />
    </>
  );
}

function describeChosen(drafts: Drafts, selection: DraftSelection | undefined): string {
  const all = { ...drafts, changes: drafts.changeCount };
  if (!selection) return `${countEntries(all)} to publish`;
  const { folderIds, fileIds, changeIds } = selection;
  const chosen = { folders: folderIds.length, files: fileIds.length, changes: changeIds.length };
  return `${countEntries(chosen)} to publish, of ${countEntries(all)}`;
}

interface SelectionPreviewProps extends PublishPanelProps {
  version: string;
  selection: DraftSelection;
}

/** Shows what each group gains and loses by a part of the drafts. */
function SelectionPreview(props: SelectionPreviewProps) {
  const { data, error } = usePublicationPreview(props.roomId, props.version, props.selection);
  if (error) return <Notice tone="warning">{getErrorMessage(error)}</Notice>;
  if (!data)
    return (
      <p role="status" className="text-ink-muted">
        Comparing…
      </p>
    );
  return <Preview {...props} groups={data.groups} />;
}

interface PreviewProps extends PublishPanelProps {
  version: string;
  selection: DraftSelection | undefined;
  groups: readonly GroupDifference[];
}

/** Shows what each group gains and loses, and lets managers check what it would learn. */
function Preview({ mayManage, groups, ...props }: PreviewProps) {
  return (
    <>
      <DifferenceList groups={groups} />
      {mayManage && <DraftCheck key={JSON.stringify(props)} groups={groups} {...props} />}
    </>
  );
}

function DifferenceList({ groups }: { groups: readonly GroupDifference[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {listDifferences(groups).map(({ name, text }) => (
        <li key={name} className="wrap-anywhere">
          <strong className="font-medium">{name}</strong> {text}
        </li>
      ))}
    </ul>
  );
}

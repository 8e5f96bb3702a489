import { useState } from 'react';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useAccessBelow, useRemoveCollaborator } from './collaborators-api.ts';

interface RemoveCollaboratorDialogProps {
  folderId: number;
  collaborator: Collaborator;
  onClose: () => void;
}

/** Asks before a collaborator is removed, also about the people to whom they gave access to subfolders. */
export function RemoveCollaboratorDialog({ folderId, collaborator, onClose }: RemoveCollaboratorDialogProps) {
  const [isKept, setKept] = useState(false);
  const remove = useRemoveCollaborator(folderId);
  const { data: below, error, refetch } = useAccessBelow(folderId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove Collaborator"
      description="Are you sure you want to remove this collaborator?"
      confirmLabel={remove.isPending ? 'Removing...' : 'Remove'}
      busy={remove.isPending}
      disabled={!below}
      onConfirm={() =>
        remove.mutate(
          { ...collaborator, givenAccess: isKept ? 'transfer' : 'end' },
          { onSettled: () => onClose() },
        )
      }
    >
      {error && !below && (
        <div className="mt-3">
          <LoadError
            error={error}
            summary="Failed to load who loses access with them"
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {below && <GivenAccess {...{ collaborator, below, isKept }} onKeep={setKept} />}
    </ConfirmDialog>
  );
}

interface GivenAccessProps {
  collaborator: Collaborator;
  below: NonNullable<ReturnType<typeof useAccessBelow>['data']>;
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

/** Names the people and visitors to whom the collaborator gave access, and asks whether they keep it. */
function GivenAccess({ collaborator, below, isKept, onKeep }: GivenAccessProps) {
  const wasGivenByThem = ({ givenBy }: { givenBy: { id: number } | null }) => givenBy?.id === collaborator.id;
  const people = new Set(below.collaborators.filter(wasGivenByThem).map(({ username }) => username));
  const visitors = new Set(below.visitors.filter(wasGivenByThem).map(({ invitationId }) => invitationId));
  const consequence = isKept ? 'They keep their access.' : 'Their access ends too.';
  if (people.size === 0 && visitors.size === 0) return null;
  return (
    <div className="mt-3 space-y-2">
      {people.size > 0 && (
        <p>
          {collaborator.username} gave access to subfolders to {[...people].join(', ')}. {consequence}
        </p>
      )}
      {visitors.size > 0 && (
        <p>
          {visitors.size === 1 ? 'A visitor' : `${visitors.size} visitors`} invited by {collaborator.username}{' '}
          can open subfolders. {consequence}
        </p>
      )}
      <Checkbox
        label="Keep their access, as if you had given it"
        hint={
          visitors.size > 0
            ? 'Links with terms, and those that also lead elsewhere, end in any case.'
            : undefined
        }
        checked={isKept}
        onChange={({ target }) => onKeep(target.checked)}
      />
    </div>
  );
}

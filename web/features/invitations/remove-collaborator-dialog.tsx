import { useState } from 'react';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
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
  const below = useAccessBelow(folderId).data;
  const wasGivenByThem = ({ givenBy }: { givenBy: { id: number } | null }) => givenBy?.id === collaborator.id;
  const people = new Set(below?.collaborators.filter(wasGivenByThem).map(({ username }) => username));
  const links = below?.visitors.filter(wasGivenByThem) ?? [];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove Collaborator"
      description="Are you sure you want to remove this collaborator?"
      confirmLabel={remove.isPending ? 'Removing...' : 'Remove'}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { ...collaborator, givenAccess: isKept ? 'transfer' : 'end' },
          { onSettled: () => onClose() },
        )
      }
    >
      {people.size > 0 && (
        <div className="mt-3">
          <p>
            {collaborator.username} gave access to subfolders to {[...people].join(', ')}. Their access ends
            too.
          </p>
          <Checkbox
            label="Keep their access, as if you had given it"
            checked={isKept}
            onChange={({ target }) => setKept(target.checked)}
          />
        </div>
      )}
      {links.length > 0 && (
        <p className="mt-3">
          {links.length === 1 ? 'A visitor link' : `${links.length} visitor links`} of {collaborator.username}{' '}
          {links.length === 1 ? 'ends' : 'end'} in any case.
        </p>
      )}
    </ConfirmDialog>
  );
}

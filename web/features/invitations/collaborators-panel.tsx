import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useId, useState } from 'react';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import { ENTER_VALID_EMAIL, INVALID_EMAIL } from '#shared/domain/messages.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useAddCollaboratorByEmail, useCollaborators, useRemoveCollaborator } from './collaborators-api.ts';
import { InviteDialog } from './invite-dialog.tsx';

/** Manages the collaborators of a folder, for users who may change them. */
export function CollaboratorsPanel({ folderId }: { folderId: number }) {
  const { data, error, refetch } = useCollaborators(folderId);
  const [removing, setRemoving] = useState<Collaborator | null>(null);
  const [isInviting, setInviting] = useState(false);
  const remove = useRemoveCollaborator(folderId);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id={headingId} className="font-semibold text-base">
          Collaborators
        </h2>
        <Button variant="ghost" icon={UserPlus} onClick={() => setInviting(true)}>
          Invite User
        </Button>
      </div>
      <Card className="flex flex-col gap-3 p-4">
        <AddCollaboratorForm folderId={folderId} />
        {error && <LoadError error={error} summary={FETCH_ERRORS.collaborators} onRetry={refetch} />}
        {!data && !error && <Skeleton className="h-8" />}
        {data?.length === 0 && <p className="text-ink-muted">No collaborators yet.</p>}
        {data && data.length > 0 && (
          <ul className="divide-y divide-line">
            {data.map((collaborator) => (
              <li key={collaborator.id} className="flex items-center gap-2.5 py-1.5">
                <Avatar name={collaborator.username} size="small" />
                <span className="min-w-0 flex-1 truncate" title={collaborator.email}>
                  <span className="font-medium">{collaborator.username}</span>{' '}
                  <span className="text-ink-muted">{collaborator.email}</span>
                </span>
                <IconButton
                  icon={UserMinus}
                  label={`Remove ${collaborator.username}`}
                  size="small"
                  onClick={() => setRemoving(collaborator)}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {isInviting && <InviteDialog folderId={folderId} onClose={() => setInviting(false)} />}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRemoving(null)}
          title="Remove Collaborator"
          description="Are you sure you want to remove this collaborator?"
          confirmLabel={remove.isPending ? 'Removing...' : 'Remove'}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(null) })}
        />
      )}
    </section>
  );
}

function AddCollaboratorForm({ folderId }: { folderId: number }) {
  const [email, setEmail] = useState('');
  const add = useAddCollaboratorByEmail(folderId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmedEmail = email.trim();
    if (!trimmedEmail.includes('@')) {
      toast({
        title: INVALID_EMAIL,
        description: ENTER_VALID_EMAIL,
        variant: 'destructive',
      });
      return;
    }
    add.mutate(trimmedEmail, { onSuccess: () => setEmail('') });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label="Add a collaborator by email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
      <Button type="submit" busy={add.isPending}>
        Add
      </Button>
    </form>
  );
}

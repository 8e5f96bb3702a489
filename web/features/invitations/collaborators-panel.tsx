import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useId, useState } from 'react';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import { nameOf } from '#shared/domain/format.ts';
import { ENTER_VALID_EMAIL, INVALID_EMAIL } from '#shared/domain/messages.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { AccessBelow } from './access-below.tsx';
import { useAddCollaboratorByEmail, useCollaborators, useInheritedAccess } from './collaborators-api.ts';
import { describeVisitor } from './describe-visitor.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { RemoveCollaboratorDialog } from './remove-collaborator-dialog.tsx';
import { UnverifiedAddressDialog } from './unverified-address-dialog.tsx';

interface CollaboratorsPanelProps {
  folderId: number;
  /** In a closed room, where access can only be taken away. */
  isReadOnly: boolean;
}

/** Manages the collaborators of a folder, for users who may change them. */
export function CollaboratorsPanel({ folderId, isReadOnly }: CollaboratorsPanelProps) {
  const [removing, setRemoving] = useState<Collaborator | null>(null);
  const [isInviting, setInviting] = useState(false);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 id={headingId} className="font-medium">
          Collaborators
        </h3>
        {!isReadOnly && (
          <Button variant="ghost" icon={UserPlus} onClick={() => setInviting(true)}>
            Invite User
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-3">
        {!isReadOnly && <AddCollaboratorForm folderId={folderId} />}
        <FolderPeople folderId={folderId} onRemove={setRemoving} />
        <AccessBelow folderId={folderId} />
      </div>
      {isInviting && <InviteDialog folderId={folderId} onClose={() => setInviting(false)} />}
      {removing && (
        <RemoveCollaboratorDialog
          folderId={folderId}
          collaborator={removing}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

interface FolderPeopleProps {
  folderId: number;
  onRemove: (collaborator: Collaborator) => void;
}

/** Lists the folder's own collaborators, those it inherits, and the visitors who can open it. */
function FolderPeople({ folderId, onRemove }: FolderPeopleProps) {
  const own = useCollaborators(folderId);
  const inherited = useInheritedAccess(folderId);
  const error = own.error ?? inherited.error;
  if (error && !(own.data && inherited.data)) {
    const retry = () => Promise.all([own.refetch(), inherited.refetch()]);
    return <LoadError error={error} summary={FETCH_ERRORS.collaborators} onRetry={() => void retry()} />;
  }
  if (!own.data || !inherited.data) return <Skeleton className="h-8" />;
  const { collaborators, visitors, isComplete } = inherited.data;
  const count = own.data.length + collaborators.length + visitors.length;
  return (
    <>
      {count === 0 && isComplete && <p className="text-ink-muted">No collaborators yet.</p>}
      {count > 0 && (
        <ul className="divide-y divide-line">
          {own.data.map((collaborator) => (
            <PersonRow
              key={collaborator.id}
              name={nameOf(collaborator)}
              image={collaborator.avatar}
              email={collaborator.email}
              action={
                <IconButton
                  icon={UserMinus}
                  label={`Remove ${collaborator.username}`}
                  size="small"
                  onClick={() => onRemove(collaborator)}
                />
              }
            />
          ))}
          {collaborators.map((each) => (
            <PersonRow
              key={each.id}
              name={nameOf(each)}
              image={each.avatar}
              email={each.email}
              source={describeSource(each)}
            />
          ))}
          {visitors.map((each) => (
            <PersonRow
              key={`visitor-${each.invitationId}`}
              name={each.email ?? 'Anyone with the link'}
              source={`${describeVisitor(each)}${
                each.folderId === folderId ? '' : ` · ${describeSource(each)}`
              }`}
            />
          ))}
        </ul>
      )}
      {!isComplete && (
        <p className="text-ink-muted">People with access to a parent folder can also open this folder.</p>
      )}
    </>
  );
}

const describeSource = ({ folderName }: { folderName: string | null }): string =>
  folderName === null ? 'Access to all folders' : `Inherited from ${folderName}`;

function AddCollaboratorForm({ folderId }: { folderId: number }) {
  const [email, setEmail] = useState('');
  const add = useAddCollaboratorByEmail(folderId);
  const [unverified, setUnverified] = useState<{ email: string; username: string } | null>(null);
  const addByEmail = (wanted: Parameters<typeof add.mutate>[0]) =>
    add.mutate(wanted, {
      onSuccess: (added) => {
        const isUnverified = 'unverified' in added;
        setUnverified(isUnverified ? { email: wanted.email, username: added.unverified } : null);
        if (!isUnverified) setEmail(clearSent(wanted.email));
      },
      onError: () => setUnverified(null),
    });
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
    addByEmail({ email: trimmedEmail });
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
      <UnverifiedAddressDialog
        username={unverified?.username ?? null}
        isAdding={add.isPending}
        onConfirm={() => unverified && addByEmail({ email: unverified.email, acceptsUnverified: true })}
        onClose={() => setUnverified(null)}
      />
    </form>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { ENTER_VALID_EMAIL, INVALID_EMAIL } from '#shared/domain/messages.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { INVITATION_CREATED, INVITATION_NOT_CREATED, useCreateInvitation } from './api.ts';
import { useAddCollaboratorByEmail } from './collaborators-api.ts';
import { WideCopyLinkButton } from './copy-link-button.tsx';
import { listExpirationOptions, useExpirationDays } from './sharing/expiration-days.ts';
import { UnverifiedAddressDialog } from './unverified-address-dialog.tsx';

const ROLES = [
  { value: 'visitor', label: 'Visitor', hint: 'Views with a link, without an account' },
  { value: 'collaborator', label: 'Collaborator', hint: 'Uploads and edits with an account' },
] as const;

const ACCESS = [
  { value: 'view', label: 'View only', hint: 'Pages with a watermark' },
  { value: 'download', label: 'Download', hint: 'Only files that allow it' },
] as const;

interface Choices {
  role: (typeof ROLES)[number]['value'];
  access: (typeof ACCESS)[number]['value'];
  /** `null` until another than the preset is chosen. */
  expirationDays: number | null;
}

const DEFAULT_CHOICES: Choices = { role: 'visitor', access: 'view', expirationDays: null };

/** Invites a person to a folder: a visitor with a link, or a collaborator, who is added at once if they have an account. */
export function ShareForm({ folderId }: { folderId: number }) {
  const settings = usePublicSettings();
  const [email, setEmail] = useState('');
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const finish = (invitation: SentInvitation | null, address: string) => {
    setSent(invitation);
    setEmail(clearSent(address));
  };
  const visitor = useInviteVisitor(folderId, finish);
  const collaborator = useAddCollaborator(folderId, finish);
  const isVisitor = choices.role === 'visitor';
  const mayLeaveOutEmail = isVisitor && settings?.allowPublicSharing === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address.includes('@') && !(address === '' && mayLeaveOutEmail)) {
      toast({ title: INVALID_EMAIL, description: ENTER_VALID_EMAIL, variant: 'destructive' });
      // It is out of view on a phone by then.
      field.current?.focus();
      return;
    }
    if (isVisitor) visitor.invite(address, choices);
    else collaborator.add(address);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label="Invite by email"
        type="email"
        autoComplete="off"
        value={email}
        hint={mayLeaveOutEmail ? 'Leave blank for a link that anyone can use.' : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <ChoiceFields choices={choices} onChange={setChoices} />
      <div className="flex justify-end">
        <Button type="submit" busy={visitor.isPending || collaborator.isPending}>
          {getSubmitLabel(isVisitor, settings?.emailConfigured)}
        </Button>
      </div>
      {sent && (
        <Notice tone="info" action={<WideCopyLinkButton variant="secondary" url={sent.inviteUrl} />}>
          {sent.emailed ? 'The link was sent by email.' : 'No email was sent. Share the link yourself.'}
        </Notice>
      )}
      {collaborator.confirmation}
    </form>
  );
}

interface ChoiceFieldsProps {
  choices: Choices;
  onChange: (choices: Choices) => void;
}

function ChoiceFields({ choices, onChange }: ChoiceFieldsProps) {
  const preset = useExpirationDays();
  const choose = (chosen: Partial<Choices>) => onChange({ ...choices, ...chosen });
  return (
    <>
      <ChoiceCards label="Role" choices={ROLES} value={choices.role} onChange={(role) => choose({ role })} />
      {choices.role === 'visitor' && (
        <>
          <ChoiceCards
            label="Access"
            choices={ACCESS}
            value={choices.access}
            onChange={(access) => choose({ access })}
          />
          <Select
            label="Expires after"
            options={listExpirationOptions(preset)}
            value={String(choices.expirationDays ?? preset)}
            onChange={({ target }) => choose({ expirationDays: Number(target.value) })}
          />
        </>
      )}
    </>
  );
}

/** Invites visitors to a folder; `onDone` receives the invitation and the address. */
function useInviteVisitor(folderId: number, onDone: (invitation: SentInvitation, email: string) => void) {
  const { mutate, isPending } = useCreateInvitation();
  const preset = useExpirationDays();
  const invite = (email: string, { access, expirationDays }: Choices) =>
    mutate(
      {
        ...(email !== '' && { email }),
        folderIds: [folderId],
        role: 'visitor',
        expirationDays: expirationDays ?? preset,
        allowDownload: access === 'download',
      },
      {
        onSuccess: (invitation) => {
          toast({ title: INVITATION_CREATED, description: email, variant: 'success' });
          onDone(invitation, email);
        },
        onError: (error) => toastError(INVITATION_NOT_CREATED, error),
      },
    );
  return { invite, isPending };
}

/** Adds collaborators to a folder; `onDone` receives the invitation of somebody without an account, and the address. */
function useAddCollaborator(
  folderId: number,
  onDone: (invitation: SentInvitation | null, email: string) => void,
) {
  const { mutate, isPending } = useAddCollaboratorByEmail(folderId);
  const [unverified, setUnverified] = useState<{ email: string; username: string } | null>(null);
  const add = (email: string, acceptsUnverified = false) =>
    mutate(
      { email, acceptsUnverified },
      {
        onSuccess: (added) => {
          if ('unverified' in added) return setUnverified({ email, username: added.unverified });
          setUnverified(null);
          return onDone('inviteUrl' in added ? added : null, email);
        },
        onError: () => setUnverified(null),
      },
    );
  const confirmation = (
    <UnverifiedAddressDialog
      username={unverified?.username ?? null}
      isAdding={isPending}
      onConfirm={() => unverified && add(unverified.email, true)}
      onClose={() => setUnverified(null)}
    />
  );
  return { add: (email: string) => add(email), isPending, confirmation };
}

function getSubmitLabel(isVisitor: boolean, isEmailConfigured: boolean | undefined): string {
  if (!isVisitor) return 'Add';
  return isEmailConfigured === false ? 'Create Link' : 'Send Invitation';
}

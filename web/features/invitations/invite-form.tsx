import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { Folder } from '#shared/contracts/folders.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { DialogActions } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import {
  INVITATION_CREATED,
  INVITATION_NOT_CREATED,
  useCreateInvitation,
  useInviteIntoGroup,
} from './api.ts';
import { FolderAccessFields, GroupField, VisitorFields } from './invitation-fields.tsx';
import { type InvitationFormValues, invitationSchema, toInvitationRequest } from './invitation-schema.ts';
import { useManagedGroups } from './room-groups.ts';
import { useExpirationDays } from './sharing/expiration-days.ts';

const ROLE_OPTIONS = [
  { value: 'visitor', label: 'Visitor (view only, no account)' },
  { value: 'collaborator', label: 'Collaborator (edit access, account required)' },
];
const GROUP_OPTION = { value: 'group', label: 'Into a group of the room' };

interface InviteFormProps {
  folderId: number | undefined;
  onSent: (invitation: SentInvitation) => void;
  onCancel: () => void;
}

/** Collects the recipient, the folders and the role; says so when there is no folder that the user may share. */
export function InviteForm(props: InviteFormProps) {
  const actor = useActor();
  const { data, error, refetch } = useFolderTree();
  const folders = data?.filter((folder) => folderPolicy.manageAccess(actor, folder));
  if (folders?.length === 0) {
    return (
      <>
        <p>You can share only folders that you own, and you own none yet. Create a folder first.</p>
        <DialogActions>
          <Button variant="primary" onClick={props.onCancel}>
            Close
          </Button>
        </DialogActions>
      </>
    );
  }
  if (error && !data)
    return <LoadError error={error} summary={FETCH_ERRORS.folderTree} onRetry={() => void refetch()} />;
  return <InvitationFields {...props} folders={folders} />;
}

interface InvitationFieldsProps extends InviteFormProps {
  /** Folders that the user may share; `undefined` while loading. */
  folders: readonly Folder[] | undefined;
}

function InvitationFields({ folderId, onSent, onCancel, folders }: InvitationFieldsProps) {
  const settings = usePublicSettings();
  const expirationDays = useExpirationDays();
  const mayLeaveOutEmail = settings?.allowPublicSharing ?? false;
  const form = useForm<InvitationFormValues>({
    resolver: zodResolver(invitationSchema(mayLeaveOutEmail)),
    defaultValues: {
      email: '',
      access: 'specific',
      folderIds: folderId === undefined ? [] : [folderId],
      role: 'visitor',
      groupId: '',
      expirationDays: String(expirationDays),
      allowDownload: false,
    },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const { groups, lists } = useManagedGroups(folderId);
  const { send, isSending } = useSendInvitation(form, { onSent, onCancel });

  return (
    <Form form={form} keptAs={`invitation-${folderId}`} onSubmit={send}>
      <div className="flex flex-col gap-4">
        {settings?.emailConfigured === false && (
          <Notice tone="info">Email is not configured. You will get a link to share yourself.</Notice>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          hint={
            mayLeaveOutEmail && role === 'visitor' ? 'Leave blank for a link that anyone can use.' : undefined
          }
          {...form.register('email')}
        />
        <Select
          label="Role"
          options={groups.length === 0 ? ROLE_OPTIONS : [...ROLE_OPTIONS, GROUP_OPTION]}
          {...form.register('role', {
            onChange: () => form.setValue('groupId', String(groups[0]?.id ?? '')),
          })}
        />
        <FailedList lists={lists} summary="The groups of the room could not be loaded" />
        {role === 'group' ? (
          <GroupField {...{ form, groups }} />
        ) : (
          <FolderAccessFields {...{ form, folders }} />
        )}
        {role === 'visitor' && <VisitorFields form={form} />}
      </div>
      <SaveActions
        label={settings?.emailConfigured === false ? 'Create Link' : 'Send Invitation'}
        busy={isSending}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** Sends an invitation, or adds its person to the group that was chosen. */
function useSendInvitation(
  form: UseFormReturn<InvitationFormValues>,
  { onSent, onCancel }: Pick<InviteFormProps, 'onSent' | 'onCancel'>,
) {
  const invite = useCreateInvitation();
  const intoGroup = useInviteIntoGroup();
  const send = (values: InvitationFormValues) => {
    const { email, groupId } = values;
    const finish = (sent: SentInvitation | { joined: true }) => {
      const title = 'joined' in sent ? 'Added to the group' : INVITATION_CREATED;
      toast({ title, description: email, variant: 'success' });
      if ('joined' in sent) onCancel();
      else onSent(sent);
    };
    const onError = (error: Error) => showFormError(form, INVITATION_NOT_CREATED, error);
    const ends = { onSuccess: finish, onError };
    if (values.role === 'group') intoGroup.mutate({ email, groupId: Number(groupId) }, ends);
    else invite.mutate(toInvitationRequest(values), ends);
  };
  return { send, isSending: invite.isPending || intoGroup.isPending };
}

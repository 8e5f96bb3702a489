import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { useOwnInvitations } from './api.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** Lists the invitations that the user created, with a button for a new one. */
export function OwnInvitations() {
  const { data, error, refetch } = useOwnInvitations();
  const [isInviting, setInviting] = useState(false);
  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite User
    </Button>
  );
  return (
    <>
      <InvitationList
        scope="own"
        invitations={data?.map(({ inviteUrl, ...rest }) => ({ ...rest, url: inviteUrl }))}
        error={error}
        onRetry={() => void refetch()}
        action={invite}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

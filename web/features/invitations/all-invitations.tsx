import { useAllInvitations } from './api.ts';
import { InvitationList } from './invitation-list.tsx';

/** Everybody's invitations, for administrators. */
export function AllInvitations() {
  const { data, error, refetch } = useAllInvitations();
  return <InvitationList scope="all" invitations={data} error={error} onRetry={() => void refetch()} />;
}

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createInvitation, SentInvitation } from '#shared/contracts/invitations.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const OWN_INVITATIONS_KEY = ['invitations', 'own'] as const;
const ALL_INVITATIONS_KEY = ['invitations', 'all'] as const;

export const INVITATION_CREATED = 'Invitation created';
export const INVITATION_NOT_CREATED = 'Error creating invitation';
export const INVITATION_SENT = 'Invitation sent';
export const INVITATION_FAILED = 'Failed to send invitation';

const refreshInvitations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['invitations'] });

/** Lists the invitations that the user created. */
export function useOwnInvitations() {
  return useQuery({
    queryKey: OWN_INVITATIONS_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/invitations', {}, signal),
  });
}

/** Lists all invitations, for administrators. */
export function useAllInvitations() {
  return useQuery({
    queryKey: ALL_INVITATIONS_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/admin/invitations', {}, signal),
  });
}

type Invitation = z.input<typeof createInvitation.body>;
type FolderInvitation = Exclude<Invitation, { groupId: number }>;

/** Invites to folders, which always makes an invitation. */
export async function inviteToFolders(body: FolderInvitation): Promise<SentInvitation> {
  const sent = await call('POST /api/invitations', { body });
  if (!('inviteUrl' in sent)) throw new Error('The server sent no invitation.');
  return sent;
}

export function useCreateInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: inviteToFolders,
    onSuccess: () => refreshInvitations(client),
  });
}

/** Adds somebody to a group of a room: an account joins at once, anybody else gets a link. */
export function useInviteIntoGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; groupId: number }) => call('POST /api/invitations', { body }),
    onSuccess: (_sent, { groupId }) =>
      Promise.all([
        refreshInvitations(client),
        client.invalidateQueries({ queryKey: ['groups', groupId] }),
        client.invalidateQueries({ queryKey: ['rooms'] }),
      ]),
  });
}

export function useResendInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('POST /api/invitations/:id/resend', { params: { id } }),
    onSuccess: ({ emailed }) => {
      toast({
        title: INVITATION_SENT,
        description: emailed
          ? 'The invitation was renewed with the same link.'
          : 'The invitation was renewed. Share the link yourself.',
        variant: 'success',
      });
      return refreshInvitations(client);
    },
    onError: (error) => toastError(INVITATION_FAILED, error),
  });
}

/** Creates the token of a visitor invitation and the URLs that test it. */
export function useDebugLinks() {
  return useMutation({
    mutationFn: (id: number) => call('GET /api/debug/invitation-to-visitor/:id', { params: { id } }),
    onError: (error) => toastError('Error', error, 'Failed to generate debug links'),
  });
}

/** Revokes an invitation from the user's own list or from the administrators' list. */
export function useRevokeInvitation(scope: 'own' | 'all') {
  const client = useQueryClient();
  const failure = scope === 'own' ? 'Error revoking invitation' : 'Failed to revoke invitation';
  const name = scope === 'own' ? 'DELETE /api/invitations/:id' : 'DELETE /api/admin/invitations/:id';
  return useMutation({
    mutationFn: (id: number) => call(name, { params: { id } }),
    onSuccess: () => {
      toast({
        title: 'Invitation revoked',
        description: 'The link and all sessions started with it have ended.',
        variant: 'success',
      });
      return refreshInvitations(client);
    },
    onError: (error) => toastError(failure, error),
  });
}

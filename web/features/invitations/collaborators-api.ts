import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { INVITATION_FAILED, INVITATION_SENT } from './api.ts';

const collaboratorsKey = (folderId: number) => ['collaborators', folderId] as const;

/** Lists the collaborators of a folder. */
export function useCollaborators(folderId: number) {
  return useQuery({
    queryKey: collaboratorsKey(folderId),
    queryFn: async ({ signal }) =>
      call('GET /api/folders/:id/collaborators', { params: { id: folderId } }, signal),
  });
}

/** Adds the user with this email as a collaborator, or invites the address when there is no such user. */
export function useAddCollaboratorByEmail(folderId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: string): Promise<Collaborator | SentInvitation> => {
      let failure = 'Failed to add collaborator';
      try {
        const [account] = await callAllPages('GET /api/users', { email });
        if (account) {
          const body = { userId: account.id };
          return await call('POST /api/folders/:id/collaborators', { params: { id: folderId }, body });
        }
        failure = INVITATION_FAILED;
        return await call('POST /api/invitations', { body: { email, folderId } });
      } catch (error) {
        toastError(failure, error as Error); // `call` throws Error objects only
        throw error;
      }
    },
    onSuccess: (added, email) => {
      if ('inviteUrl' in added) {
        toast({
          title: INVITATION_SENT,
          description: added.emailed ? email : `Share this link: ${added.inviteUrl}`,
          variant: 'success',
        });
      } else toast({ title: 'Collaborator added', description: added.username, variant: 'success' });
      return Promise.all([
        client.invalidateQueries({ queryKey: collaboratorsKey(folderId) }),
        client.invalidateQueries({ queryKey: ['invitations'] }),
      ]);
    },
  });
}

export function useRemoveCollaborator(folderId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Collaborator) =>
      call('DELETE /api/folders/:id/collaborators/:userId', { params: { id: folderId, userId: id } }),
    onSuccess: (_done, { username }) => {
      toast({ title: 'Collaborator removed', description: username, variant: 'success' });
      return client.invalidateQueries({ queryKey: collaboratorsKey(folderId) });
    },
    onError: (error) => toastError('Failed to remove collaborator', error),
  });
}

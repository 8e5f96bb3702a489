import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { INVITATION_FAILED, INVITATION_SENT, inviteToFolders } from './api.ts';

const collaboratorsKey = (folderId: number) => ['collaborators', folderId] as const;

/** Lists the collaborators of a folder. */
export function useCollaborators(folderId: number) {
  return useQuery({
    queryKey: collaboratorsKey(folderId),
    queryFn: async ({ signal }) =>
      call('GET /api/folders/:id/collaborators', { params: { id: folderId } }, signal),
  });
}

/** Lists who can open a folder besides its own collaborators. Also refetched when an invitation changes. */
export function useInheritedAccess(folderId: number) {
  return useQuery({
    queryKey: ['invitations', 'inherited-access', folderId],
    queryFn: ({ signal }) =>
      call('GET /api/folders/:id/inherited-access', { params: { id: folderId } }, signal),
  });
}

interface AddedByEmail {
  email: string;
  /** The owner confirmed to add an account whose address is unverified. */
  acceptsUnverified?: boolean;
}

/**
 * Adds the user with this email as a collaborator, or invites the address when there is no such user. Returns an account
 * with an unverified address without adding it, unless that is accepted.
 */
export function useAddCollaboratorByEmail(folderId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      email,
      acceptsUnverified = false,
    }: AddedByEmail): Promise<Collaborator | SentInvitation | { unverified: string }> => {
      let failure = 'Failed to add collaborator';
      try {
        const [account] = await callAllPages('GET /api/users', { email });
        if (account?.emailVerified === false && !acceptsUnverified) return { unverified: account.username };
        if (account) {
          const body = { userId: account.id };
          return await call('POST /api/folders/:id/collaborators', { params: { id: folderId }, body });
        }
        failure = INVITATION_FAILED;
        return await inviteToFolders({ email, folderId });
      } catch (error) {
        toastError(failure, error as Error); // `call` throws Error objects only
        throw error;
      }
    },
    onSuccess: (added, { email }) => {
      if ('unverified' in added) return undefined;
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

/** Lists who has access to folders below a folder, and through whom. Also refetched when an invitation changes. */
export function useAccessBelow(folderId: number) {
  return useQuery({
    queryKey: ['invitations', 'access-below', folderId],
    queryFn: ({ signal }) => call('GET /api/folders/:id/access-below', { params: { id: folderId } }, signal),
  });
}

/** Removes a collaborator; `givenAccess` says what becomes of the access that they gave others below. */
export function useRemoveCollaborator(folderId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, givenAccess }: Collaborator & { givenAccess: 'end' | 'transfer' }) =>
      call('DELETE /api/folders/:id/collaborators/:userId', {
        params: { id: folderId, userId: id },
        query: { givenAccess },
      }),
    onSuccess: (_done, { username }) => {
      toast({ title: 'Collaborator removed', description: username, variant: 'success' });
      return Promise.all([
        client.invalidateQueries({ queryKey: collaboratorsKey(folderId) }),
        client.invalidateQueries({ queryKey: ['invitations'] }),
      ]);
    },
    onError: (error) => toastError('Failed to remove collaborator', error),
  });
}

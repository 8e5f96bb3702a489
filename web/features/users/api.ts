import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createUser, updateUser } from '#shared/contracts/users.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const ACCOUNTS_KEY = ['users', 'accounts'] as const;

/** Lists every user; empty for users who may not see the list. */
export function useUserList() {
  return useQuery({
    queryKey: ['users', 'list'],
    queryFn: ({ signal }) =>
      callAllPages('GET /api/users', {}, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }),
  });
}

/** Lists all accounts, for administrators. */
export function useAccounts() {
  return useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/admin/users', {}, signal),
  });
}

/** Refreshes the sidebar's user list and the current user too: administrators may change their own account. */
const refreshUsers = (client: QueryClient): Promise<unknown> =>
  Promise.all([['users'], USER_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));

export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createUser>) => call('POST /api/admin/users', { body }),
    onSuccess: ({ username }) => {
      toast({ title: 'User created', description: username, variant: 'success' });
      return refreshUsers(client);
    },
  });
}

export function useUpdateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof updateUser> & { id: number }) =>
      call('PATCH /api/admin/users/:id', { params: { id }, body }),
    onSuccess: ({ username }) => {
      toast({ title: 'User updated', description: username, variant: 'success' });
      return refreshUsers(client);
    },
  });
}

const SIGN_IN_LIMITS_KEY = ['users', 'sign-in-limits'] as const;

/** Lists accounts whose sign-ins are refused at the moment. */
export function useSignInLimits() {
  return useQuery({
    queryKey: SIGN_IN_LIMITS_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/sign-in-limits', {}, signal),
  });
}

export function useLiftSignInLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId }: { userId: number; username: string }) =>
      call('DELETE /api/admin/users/:id/sign-in-limits', { params: { id: userId } }),
    onSuccess: (_done, { username }) => {
      toast({ title: 'Limits lifted', description: `${username} can sign in again.`, variant: 'success' });
      return client.invalidateQueries({ queryKey: SIGN_IN_LIMITS_KEY });
    },
    onError: (error) => toastError('Error lifting limits', error),
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: number; username: string }) =>
      call('DELETE /api/admin/users/:id', { params: { id } }),
    onSuccess: (_done, { username }) => {
      toast({ title: 'User deleted', description: username, variant: 'success' });
      return refreshUsers(client);
    },
    onError: (error) => toastError('Error deleting user', error),
  });
}

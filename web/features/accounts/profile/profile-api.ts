import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { NotificationPreferences } from '#shared/contracts/notifications.ts';
import type { updatePassword, updateProfile } from '#shared/contracts/profile.ts';
import type { User } from '#shared/contracts/session.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { USER_KEY } from '../current-user.ts';

export const NOTIFICATIONS_KEY = ['notifications'] as const;

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateProfile>) => call('PATCH /api/user/profile', { body }),
    onSuccess: (user) => {
      client.setQueryData<User>(USER_KEY, user);
      toast({ title: 'Profile updated', variant: 'success' });
    },
  });
}

export const PICTURE_FAILED = 'Failed to update picture';

export function useSetAvatar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (image: string) => call('POST /api/user/avatar', { body: { image } }),
    onSuccess: (user) => {
      client.setQueryData<User>(USER_KEY, user);
      toast({ title: 'Picture updated', variant: 'success' });
    },
    onError: (error) => toastError(PICTURE_FAILED, error),
  });
}

export function useRemoveAvatar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/user/avatar', {}),
    onSuccess: (user) => {
      client.setQueryData<User>(USER_KEY, user);
      toast({ title: 'Picture removed', variant: 'success' });
    },
    onError: (error) => toastError('Failed to remove picture', error),
  });
}

export function useUpdatePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updatePassword>) => call('PATCH /api/user/password', { body }),
    onSuccess: () => {
      toast({
        title: 'Password updated',
        description: 'Every other device was signed out.',
        variant: 'success',
      });
      // Shows the other pages again to a user who had to change the password.
      return Promise.all([USER_KEY, ['sessions']].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export function useNotificationPreferences() {
  return useQuery({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: ({ signal }) => call('GET /api/user/notifications', {}, signal),
  });
}

/** Updates notification preferences optimistically and rolls back when the request fails. */
export function useUpdateNotificationPreferences() {
  const client = useQueryClient();
  return useMutation({
    // Sends one change at a time, so that the last choice is stored last.
    scope: { id: 'notifications' },
    mutationFn: (body: Partial<NotificationPreferences>) => call('PATCH /api/user/notifications', { body }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
      const before = client.getQueryData<NotificationPreferences>(NOTIFICATIONS_KEY);
      client.setQueryData(NOTIFICATIONS_KEY, before && { ...before, ...changes });
      return before;
    },
    onError: (error, _changes, before) => {
      client.setQueryData(NOTIFICATIONS_KEY, before);
      toastError('Failed to update notification preferences', error);
    },
    onSuccess: (preferences) => {
      client.setQueryData(NOTIFICATIONS_KEY, preferences);
      toast({ title: 'Notification preferences updated', variant: 'success' });
    },
  });
}

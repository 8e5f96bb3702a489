import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { requestPasswordReset, resetPassword } from '#shared/contracts/profile.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { USER_KEY } from './current-user.ts';

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof requestPasswordReset>) => call('POST /api/password-reset', { body }),
  });
}

export function useRequestEmailConfirmation() {
  return useMutation({
    mutationFn: () => call('POST /api/user/email-confirmation'),
    onSuccess: () =>
      toast({ title: 'Link sent', description: 'Open it within seven days.', variant: 'success' }),
    onError: (error) => toastError('No email was sent', error),
  });
}

export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('POST /api/email-confirmation', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: USER_KEY }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof resetPassword>) => call('POST /api/password-reset/confirm', { body }),
  });
}

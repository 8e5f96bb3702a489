import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { login, register, User } from '#shared/contracts/session.ts';
import type { completeLogin } from '#shared/contracts/sign-in/factors.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { requestOf } from '#web/lib/http/request-outcomes.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { forgetInput } from '#web/ui/forms/kept-input.ts';
import { USER_KEY } from './current-user.ts';
import { CHECKS_CODE, clearClientState, LOGGED_OUT } from './session-end.ts';

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: (body: BodyOf<typeof login>) => call('POST /api/login', { body }),
    onSuccess: (user) => welcome(client, user),
    // Skips `toastError`: a 401 here means wrong credentials, not an expired session.
    onError: (error) => {
      if (isSecondFactorDue(error)) return;
      toast({
        title: 'Login failed',
        description: getErrorMessage(error),
        variant: 'destructive',
        failed: requestOf(error),
      });
    },
  });
}

/** Returns whether the password was right and a code is asked for. */
export const isSecondFactorDue = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'second-factor';

/** Sends the code of the second step. */
export function useCompleteSignIn() {
  const client = useQueryClient();
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: (body: BodyOf<typeof completeLogin>) => call('POST /api/login/second-factor', { body }),
    onSuccess: (user) => welcome(client, user),
  });
}

/** Connects the account with the address that the company has confirmed, once, by its password. */
export function useLinkCompany() {
  const client = useQueryClient();
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: (body: { password: string }) => call('POST /api/oidc/link', { body }),
    onSuccess: (user) => welcome(client, user),
  });
}

/** Shows the user that they are signed in. */
export function welcome(client: QueryClient, user: User): void {
  client.setQueryData<User>(USER_KEY, user);
  toast({
    title: 'Login successful',
    description: `Welcome back, ${user.username}`,
    variant: 'success',
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof register>) =>
      call('POST /api/register', { body: { ...body, isAdmin: false } }),
    onSuccess: (user) => {
      client.setQueryData<User>(USER_KEY, user);
      toast({
        title: 'Registration successful',
        description: `Welcome, ${user.username}`,
        variant: 'success',
      });
    },
    onError: (error) =>
      toastError('Registration failed', error, getErrorMessage(error, 'Could not create account')),
  });
}

export function useLogOut() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call('POST /api/logout'),
    onSuccess: () => {
      clearClientState(client);
      forgetInput();
      // Navigates without a return path: the next user of this browser may not want to open this page.
      navigate('/auth');
      toast({
        title: LOGGED_OUT,
        description: 'You have been successfully logged out.',
        variant: 'success',
      });
    },
    onError: (error) => toastError('Logout failed', error),
  });
}

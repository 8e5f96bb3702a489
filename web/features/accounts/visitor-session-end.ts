import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { endVisit, forgetEverything, LOGGED_OUT } from './session-end.ts';
import { toastFailure } from '#web/features/errors/toast-error.ts';
import { useVisit } from './visitor-session.ts';

export const LOGOUT_FAILED = 'Logout Failed';

/** The longest that a browser's timer waits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends the visit on the screen when its time is up; the server does so by itself. */
export function useVisitExpiry(): void {
  const expiresAt = useVisit()?.expiresAt;
  const client = useQueryClient();
  useEffect(() => {
    if (!expiresAt) return undefined;
    const left = new Date(expiresAt).getTime() - Date.now();
    if (left > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(
      () => {
        // Clears the cookie; whether the answer comes is all the same.
        call('POST /api/visitor/logout').catch(() => undefined);
        endVisit(client);
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, client]);
}

/** Leaves visitor mode, on the visitor's own wish. */
export function useExitVisitorMode(): () => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    try {
      await call('POST /api/visitor/logout');
    } catch (error) {
      toastFailure(LOGOUT_FAILED, error as Error); // what a call throws
      return;
    }
    forgetEverything(client);
    navigate('/auth');
    toast({ title: LOGGED_OUT, description: 'You have left visitor mode.', variant: 'success' });
  };
}

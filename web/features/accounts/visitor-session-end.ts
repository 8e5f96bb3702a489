import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { clearClientState, expireVisitorSession, LOGGED_OUT } from './session-end.ts';
import { useVisitorSession } from './visitor-session.ts';

export const LOGOUT_FAILED_TITLE = 'Logout Failed';

/** The longest that a browser's timer waits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends the visit on the screen when its time is up; the server does so by itself. */
export function useVisitorSessionExpiry(): void {
  const expiresAt = useVisitorSession()?.expiresAt;
  const client = useQueryClient();
  useEffect(() => {
    if (!expiresAt) return undefined;
    const remainingMs = new Date(expiresAt).getTime() - Date.now();
    if (remainingMs > MAX_TIMER_MS) return undefined;
    const timer = setTimeout(
      () => {
        // Clears the cookie; whether the answer comes is all the same.
        call('POST /api/visitor/logout').catch(() => undefined);
        expireVisitorSession(client);
      },
      Math.max(0, remainingMs),
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
      toastError(LOGOUT_FAILED_TITLE, error as Error); // what a call throws
      return;
    }
    clearClientState(client);
    navigate('/auth');
    toast({ title: LOGGED_OUT, description: 'You have left visitor mode.', variant: 'success' });
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUserQuery } from './current-user.ts';
import { forgetVisit, rememberVisit } from './remembered-visit.ts';
import { announceVisitEnd, clearClientState, expireVisitorSession, LOGGED_OUT } from './session-end.ts';
import { useVisitorSession, useVisitorSessionQuery } from './visitor-session.ts';

export const LOGOUT_FAILED_TITLE = 'Logout Failed';

/** Maximum delay of `setTimeout`, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends the visitor session on this page when it expires; the server enforces the expiry itself. */
export function useVisitorSessionExpiry(): void {
  const expiresAt = useVisitorSession()?.expiresAt;
  const client = useQueryClient();
  useEffect(() => {
    if (!expiresAt) return undefined;
    const remainingMs = new Date(expiresAt).getTime() - Date.now();
    if (remainingMs > MAX_TIMER_MS) return undefined;
    const timer = setTimeout(
      () => {
        // Clears the cookie; the result does not matter.
        call('POST /api/visitor/logout').catch(() => undefined);
        expireVisitorSession(client);
      },
      Math.max(0, remainingMs),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, client]);
}

/** Announces a visit that ended while the page was closed or reloading. */
export function useVisitEndAnnouncement(): void {
  const { data: user } = useUserQuery();
  const { data: visit } = useVisitorSessionQuery();
  useEffect(() => {
    if (user) forgetVisit();
    else if (user === null && visit) rememberVisit();
    else if (user === null && visit === null && forgetVisit()) announceVisitEnd();
  }, [user, visit]);
}

/** Returns a function that ends the visitor session at the visitor's request. */
export function useExitVisitorMode(): () => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    try {
      await call('POST /api/visitor/logout');
    } catch (error) {
      toastError(LOGOUT_FAILED_TITLE, error as Error); // `call` throws Error objects only
      return;
    }
    clearClientState(client);
    navigate('/auth');
    toast({ title: LOGGED_OUT, description: 'You have left visitor mode.', variant: 'success' });
  };
}

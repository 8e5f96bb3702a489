import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUserQuery } from './current-user.ts';
import { forgetVisit, rememberVisit } from './remembered-visit.ts';
import { announceVisitEnd, clearClientState, expireVisitorSession, LOGGED_OUT } from './session-end.ts';
import {
  announceNothingVisible,
  fetchVisitorStatus,
  useVisitorSession,
  useVisitorSessionQuery,
  VISITOR_SESSION_KEY,
} from './visitor-session.ts';

export const LOGOUT_FAILED_TITLE = 'Logout Failed';

/** Maximum delay of `setTimeout`, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Time until the server is asked again about a visit that should have ended, by the clock of this device. */
const RECHECK_AFTER_MS = 30_000;

/**
 * Asks the server about the visit when its end comes, and ends it on this page if the server has. The end may have been moved
 * meanwhile, and the clock of this device may be wrong. Returns a function that stops it.
 */
export function watchVisitEnd(client: QueryClient, expiresAt: string): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkAfter = (delayMs: number): void => {
    if (delayMs <= MAX_TIMER_MS) timer = setTimeout(() => void check(), delayMs);
  };
  const check = async (): Promise<void> => {
    // The visit stays on this page without an answer; any other call ends it.
    const visit = await fetchVisitorStatus(controller.signal).catch(() => undefined);
    if (controller.signal.aborted) return;
    if (visit?.nothingVisible) {
      clearClientState(client);
      return announceNothingVisible();
    }
    if (visit?.isVisitor) client.setQueryData<VisitorStatus | null>(VISITOR_SESSION_KEY, visit);
    else if (visit !== undefined) return expireVisitorSession(client);
    // A new end is watched anew.
    if (!visit || visit.expiresAt === expiresAt) checkAfter(RECHECK_AFTER_MS);
  };
  checkAfter(Math.max(0, new Date(expiresAt).getTime() - Date.now()));
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

/** Ends the visitor session on this page when it expires; the server enforces the expiry itself. */
export function useVisitorSessionExpiry(): void {
  const expiresAt = useVisitorSession()?.expiresAt;
  const client = useQueryClient();
  useEffect(() => (expiresAt ? watchVisitEnd(client, expiresAt) : undefined), [expiresAt, client]);
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

import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUserQuery } from './current-user.ts';
import { forgetVisit } from './remembered-visit.ts';

export const VISITOR_SESSION_KEY = ['visitor-session'] as const;

const STALE_AFTER_MS = 5 * 60 * 1000;

/**
 * Fetches the visitor session of this browser when no user is signed in; `null` when there is none. Disabled on
 * /auth.
 */
export function useVisitorSessionQuery() {
  const { data: user } = useUserQuery();
  const [path] = useLocation();
  return useQuery<VisitorStatus | null>({
    queryKey: VISITOR_SESSION_KEY,
    queryFn: ({ signal }) => fetchVisitorSession(signal),
    enabled: user === null && path !== '/auth',
    staleTime: STALE_AFTER_MS,
    retry: 1,
  });
}

/** Returns the active visitor session. Signed-in users are never visitors. */
export function useVisitorSession(): VisitorStatus | null {
  const { data: user } = useUserQuery();
  const { data: visit } = useVisitorSessionQuery();
  return user === null ? (visit ?? null) : null;
}

/** Tells whether a manager views a room as somebody else, which changes nothing: what would is disabled. */
export const useIsViewAs = (): boolean => useVisitorSession()?.viewAs !== undefined;

/**
 * Tells whether what is kept of one person (follows, saved searches, mails) is for the holder of a visit: not for a manager who
 * views a room as somebody else, nor for a visitor whose address a link did not confirm.
 */
export const isKnownReader = (visit: VisitorStatus | null): boolean =>
  visit?.viewAs === undefined && visit?.isUnconfirmed === undefined;

/** Tells the same of the actor; users are known. */
export const useIsKnownReader = (): boolean => isKnownReader(useVisitorSession());

/** Goes to the page on which the visitor accepts terms; never resolves, since the page is left. */
function leaveFor(path: string): Promise<never> {
  location.replace(path);
  return new Promise(() => {});
}

/** Tells that the visit of this browser goes on and has nothing to show now. */
export function announceNothingVisible(): void {
  toast({
    title: 'Nothing is open to you at the moment',
    description: 'Open your link again later, or ask the person who sent it.',
    variant: 'info',
  });
}

/** Fetches the active visitor session; `null` when there is none. Announces once that nothing can be seen. */
export async function fetchVisitorSession(signal: AbortSignal): Promise<VisitorStatus | null> {
  const status = await fetchVisitorStatus(signal);
  if (status?.nothingVisible && forgetVisit()) announceNothingVisible();
  return status?.isVisitor ? status : null;
}

/** Fetches the status of this visitor; `null` when the server refuses it. Leaves the page for that of terms to accept. */
export async function fetchVisitorStatus(signal: AbortSignal): Promise<VisitorStatus | null> {
  try {
    const status = await call('GET /api/visitor/status', {}, signal);
    return status.termsPath === undefined ? status : await leaveFor(status.termsPath);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    const status = error instanceof ApiError ? error.status : 0;
    throw new Error(`Failed to check visitor status: ${status}`, { cause: error });
  }
}

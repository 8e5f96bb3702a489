import { ApiError } from '#web/lib/http/api-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Tells of an action that failed with the server's sentence, or with the one given. The end of a session is told once, by whoever watches for it. */
export function toastError(title: string, error: Error, description = getErrorMessage(error)): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description, variant: 'destructive' });
}

/**
 * What a failure says to a person: the server's sentence, or the one given. An answer without a code is not the
 * server's: what stands in between, as a proxy does, says nothing of what was to be done.
 */
export function getErrorMessage(error: Error, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? 'Something went wrong. Please try again.';
  const isTheServers = error.code !== undefined || error.status === 0;
  return isTheServers ? error.detail : (fallback ?? error.detail);
}

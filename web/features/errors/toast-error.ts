import { ReadableError } from '#web/lib/errors/readable-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { requestOf } from '#web/lib/http/request-outcomes.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/**
 * Shows a failed action with the server's message or `description`, until the same request succeeds. An expired session is
 * reported once, by `watchSessionExpiry`.
 */
export function toastError(title: string, error: Error, description = getErrorMessage(error)): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description, variant: 'destructive', failed: requestOf(error) });
}

/**
 * Returns the message of the server or of a readable error, otherwise `fallback`. A response without an error code comes from a
 * proxy in between, so its text is ignored.
 */
export function getErrorMessage(error: Error, fallback?: string): string {
  if (error instanceof ReadableError) return error.message;
  if (!(error instanceof ApiError)) return fallback ?? 'Something went wrong. Try again.';
  const isTheServers = error.code !== undefined || error.status === 0;
  return isTheServers ? error.detail : (fallback ?? error.detail);
}

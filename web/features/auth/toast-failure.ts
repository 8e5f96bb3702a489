import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/ui/toast.ts';

/** Tells of an action that failed with the server's sentence, or with the one given. The end of a session is told once, by whoever watches for it. */
export function toastFailure(title: string, error: Error, description = sentenceOf(error)): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description, variant: 'destructive' });
}

/** What a failure says to a person. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.sentence : 'Something went wrong. Please try again.';
}

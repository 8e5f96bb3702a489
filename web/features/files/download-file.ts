import { useMutation } from '@tanstack/react-query';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { downloadUrl } from '#web/lib/browser/download.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const FAILED = 'Download Failed';

/** Says that the file cannot be downloaded. */
const toastRefusal = () =>
  toast({
    title: FAILED,
    description: 'There was an error downloading the file.',
    variant: 'destructive',
  });

/** Statuses of calls that can be repeated: the session has ended, or there were too many requests. */
const REPEATABLE: readonly number[] = [401, 429];

const isRefused = (error: Error): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !REPEATABLE.includes(error.status);

/**
 * Downloads files through the browser, which streams them to disk. Browsers show a refusal only as a broken file, so access is
 * checked first.
 */
export function useDownloadFile() {
  const actor = useActor();
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => call('GET /api/files/:id', { params: { id } }),
    onSuccess: (file, { id, name }) => {
      if (!filePolicy.download(actor, file)) return toastRefusal();
      downloadUrl(buildUrl('GET /api/files/:id/download', { params: { id } }));
      return toast({ title: 'Download started', description: name, variant: 'success' });
    },
    onError: (error) => (isRefused(error) ? toastRefusal() : toastError(FAILED, error)),
  }).mutate;
}

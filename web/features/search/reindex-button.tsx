import { useMutation } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** Starts reindexing all documents. */
function useReindex() {
  return useMutation({
    mutationFn: () => call('GET /api/search', { query: { query: 'reindex', reindex: 'true' } }),
    onSuccess: () =>
      toast({
        title: 'Documents reindexed',
        // Indexing continues as a background job.
        description: 'All documents are being reindexed. Search stays available.',
        variant: 'success',
      }),
    onError: (error) => toastError('Reindexing failed', error),
  });
}
/** Lets administrators reindex all documents. */
export function ReindexButton() {
  const { mutate: reindex, isPending } = useReindex();
  return (
    <IconButton
      icon={RefreshCw}
      label="Reindex documents"
      variant="secondary"
      aria-busy={isPending}
      onClick={() => {
        if (!isPending) reindex();
      }}
    />
  );
}

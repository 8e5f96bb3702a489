import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#shared/contracts/jobs.ts';
import { describeFailedKind } from '#shared/domain/jobs/failed-jobs.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export const JOB_QUEUE_KEY = ['job-queue'] as const;

/** Buttons that retry or discard a job that failed three times, as its kind allows. */
export function FailedJobActions({ job: { id, kind } }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: JOB_QUEUE_KEY });
  const ended = (description: string) => () => {
    setAsking(false);
    toast({ title: 'Success', description, variant: 'success' });
    return refresh();
  };
  // The job may be done, or another administrator was first.
  const onError = (error: Error) => {
    setAsking(false);
    toastError('Error', error);
    return refresh();
  };
  const retry = useMutation({
    mutationFn: () => call('POST /api/admin/jobs/:id/retry', { params: { id } }),
    onSuccess: ended('The job runs again.'),
    onError,
  });
  const discard = useMutation({
    mutationFn: () => call('DELETE /api/admin/jobs/:id', { params: { id } }),
    onSuccess: ended('The job was discarded.'),
    onError,
  });
  const { only, undone } = describeFailedKind(kind);
  return (
    <div className="flex gap-2">
      {only !== 'discard' && (
        <Button
          size="small"
          busy={retry.isPending}
          aria-label={`Retry ${kind}`}
          onClick={() => retry.mutate()}
        >
          Retry
        </Button>
      )}
      {only !== 'retry' && (
        <Button size="small" aria-label={`Discard ${kind}`} onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard Job"
        description={`The job ${kind} is removed and never runs. ${undone}`}
        confirmLabel={discard.isPending ? 'Discarding...' : 'Discard'}
        onConfirm={() => discard.mutate()}
        busy={discard.isPending}
      />
    </div>
  );
}

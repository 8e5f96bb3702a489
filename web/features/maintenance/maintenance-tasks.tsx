import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MaintenanceTask as Task } from '#shared/contracts/maintenance.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Card } from '#web/ui/layout/card.tsx';

const TASK_LABELS: Readonly<Record<MaintenanceTaskName, string>> = {
  trash: 'Old entries of the trash',
  invitations: 'Old invitations',
  sessions: 'Ended sessions',
  'room-content': 'Content of closed rooms whose date has come',
  'attempt-counts': 'Counts of failed attempts',
  uploads: 'Unfinished uploads',
  blobs: 'Contents of deleted files',
  objects: 'Stored objects without a file',
};

const TASKS_KEY = ['maintenance-tasks'] as const;

/** Lists the daily maintenance tasks and lets administrators approve a paused run. */
export function MaintenanceTasks() {
  const { data, error, refetch } = useQuery({
    queryKey: TASKS_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/maintenance', {}, signal),
  });
  if (error && !data) {
    return <LoadError error={error} onRetry={refetch} />;
  }
  if (!data) return <ListSkeleton />;
  return (
    <Card>
      <ul className="divide-y divide-line">
        {data.map((task) => (
          <TaskRow key={task.task} task={task} />
        ))}
      </ul>
    </Card>
  );
}

function TaskRow({ task }: { task: Task }) {
  const client = useQueryClient();
  const approve = useMutation({
    mutationFn: () => call('POST /api/admin/maintenance/:task/approve', { params: { task: task.task } }),
    onSuccess: () => {
      toast({
        title: 'Success',
        description: 'The next run will delete the paused items.',
        variant: 'success',
      });
      return client.invalidateQueries({ queryKey: TASKS_KEY });
    },
    onError: (error) => toastError('Error', error),
  });
  const isPaused = task.awaitingApproval > 0 && !task.approved;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{TASK_LABELS[task.task]}</p>
        <p className="text-ink-muted text-xs">
          {task.lastRunAt === null
            ? 'Not run yet'
            : `Last run ${formatDateTime(task.lastRunAt)}: ${task.removed} removed`}
          {' · '}next run {formatDateTime(task.nextRunAt)}
        </p>
      </div>
      {isPaused && (
        <Notice
          tone="warning"
          action={
            <Button size="small" busy={approve.isPending} onClick={() => approve.mutate()}>
              Approve Once
            </Button>
          }
        >
          {task.awaitingApproval} items would be deleted, more than the safety threshold. Nothing was deleted.
        </Notice>
      )}
      {task.awaitingApproval > 0 && task.approved && (
        <p className="text-ink-muted">Approved. Items the next run deletes: {task.awaitingApproval}.</p>
      )}
    </li>
  );
}

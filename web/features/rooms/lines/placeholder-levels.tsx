import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Select } from '#web/ui/forms/select.tsx';

const OPTIONS = [
  { value: '', label: 'As the folder' },
  { value: 'none', label: 'None' },
  { value: 'view', label: 'View' },
  { value: 'download', label: 'Download' },
  { value: 'original', label: 'Original' },
];

/** The levels that the file of a placeholder will give the groups of the room; each is stored at once. */
export function PlaceholderLevels({ id }: { id: number }) {
  const client = useQueryClient();
  const queryKey = ['rooms', 'placeholder-levels', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/placeholders/:id/levels', { params: { id } }, signal),
  });
  const set = useMutation({
    mutationFn: (level: { groupId: number; level: PermissionLevel | null }) =>
      call('PUT /api/placeholders/:id/levels', { params: { id }, body: { levels: [level] } }),
    onSuccess: (levels) => client.setQueryData(queryKey, levels),
    onError: (error) => toastError('Failed to set the levels of the placeholder', error),
  });
  if (error && !data)
    return <LoadError error={error} summary="Failed to fetch permissions" onRetry={() => void refetch()} />;
  if (!data || data.levels.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Permissions</legend>
      <p className="text-ink-muted text-sm">
        The file that replaces the placeholder gets them. With None, the group does not see the placeholder.
        Each choice is stored at once, also if you cancel.
      </p>
      {data.levels.map(({ groupId, groupName, level }) => (
        <Select
          key={groupId}
          label={groupName}
          options={OPTIONS}
          value={level ?? ''}
          disabled={!data.mayChange}
          busy={set.isPending}
          onChange={({ target }) => set.mutate({ groupId, level: toLevel(target.value) })}
        />
      ))}
    </fieldset>
  );
}

/** The values of the choices are levels, except the first one's. */
const toLevel = (value: string): PermissionLevel | null => (value === '' ? null : (value as PermissionLevel));

import { useQueries } from '@tanstack/react-query';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { membersQuery, useGroups } from '../groups/groups-api.ts';

interface ApproverSelectProps {
  roomId: number;
  value: number | undefined;
  onChange: (memberId: number | undefined) => void;
}

/**
 * Chooses the member of a group who must agree to a publication. One who was removed since stays in the list: publishing is
 * refused until somebody else, or nobody, is chosen.
 */
export function ApproverSelect({ roomId, value, onChange }: ApproverSelectProps) {
  const { data: groups = [], error, refetch } = useGroups(roomId);
  const members = useQueries({ queries: groups.map(({ id }) => membersQuery(id)) });
  const options = groups.flatMap(({ name }, at) =>
    (members[at]?.data ?? []).map(({ id, email }) => ({ value: String(id), label: `${email} (${name})` })),
  );
  const failed = members.find((each) => each.error && !each.data);
  if (error && groups.length === 0) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (options.length === 0 && value === undefined) return null;
  const chosen = value === undefined ? '' : String(value);
  const isListed = value === undefined || options.some((option) => option.value === chosen);
  return (
    <Select
      label="Agreed by (optional)"
      value={chosen}
      options={[
        { value: '', label: 'Nobody' },
        ...options,
        ...(isListed ? [] : [{ value: chosen, label: 'No longer a member' }]),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  );
}

import { useQueries } from '@tanstack/react-query';
import { Select } from '#web/ui/forms/select.tsx';
import { membersQuery, useGroups } from '../groups/groups-api.ts';

interface ApproverSelectProps {
  roomId: number;
  value: number | undefined;
  onChange: (memberId: number | undefined) => void;
}

/** Chooses the member of a group who must agree to a publication. */
export function ApproverSelect({ roomId, value, onChange }: ApproverSelectProps) {
  const { data: groups = [] } = useGroups(roomId);
  const members = useQueries({ queries: groups.map(({ id }) => membersQuery(id)) });
  const options = groups.flatMap(({ name }, at) =>
    (members[at]?.data ?? []).map(({ id, email }) => ({ value: String(id), label: `${email} (${name})` })),
  );
  if (options.length === 0) return null;
  return (
    <Select
      label="Agreed by (optional)"
      value={value === undefined ? '' : String(value)}
      options={[{ value: '', label: 'Nobody' }, ...options]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

/** Says which groups of its room see a file, as an entry of a list of details; nothing for readers and outside rooms. */
export function VisibleTo({ fileId }: { fileId: number }) {
  const { data: groups = [] } = useQuery({
    queryKey: ['rooms', 'file', fileId],
    queryFn: ({ signal }) => call('GET /api/files/:id/groups', { params: { id: fileId } }, signal),
  });
  if (groups.length === 0) return null;
  return (
    <>
      <dt>Visible to</dt>
      <dd>
        {groups.length === 1 ? '1 group' : `${groups.length} groups`}:{' '}
        {groups.map(({ name, level }) => `${name} (${level})`).join(', ')}
      </dd>
    </>
  );
}

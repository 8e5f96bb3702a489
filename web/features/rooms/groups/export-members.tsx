import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { fetchAllRows } from '#web/lib/http/paginated-call.ts';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';

/** A member, or `null` for a group without any. */
interface Membership {
  readonly group: Group;
  readonly member: GroupMember | null;
}

/** A button that downloads the groups of a room with their members. Links of visitors are left out: they would let anybody in. */
export function ExportMembers({ groups }: { groups: readonly Group[] }) {
  return (
    <ExportCsv name="groups and members" columns={[{ values: VALUES }]} rows={() => listMembers(groups)} />
  );
}

async function listMembers(groups: readonly Group[]): Promise<Membership[]> {
  const rows: Membership[] = [];
  for (const group of groups) {
    const members = await fetchAllRows('GET /api/groups/:id/members', {}, { id: group.id });
    rows.push(...(members.length === 0 ? [null] : members).map((member) => ({ group, member })));
  }
  return rows;
}

const KINDS = { user: 'Account', visitor: 'Visitor' } as const;

const VALUES: readonly ColumnValue<Membership>[] = [
  ['Group', ({ group }) => group.name],
  ['Group ends at', ({ group }) => group.endsAt],
  ['Email', ({ member }) => member?.email ?? null],
  ['Kind', ({ member }) => member && KINDS[member.kind]],
  ['Member since', ({ member }) => member?.createdAt ?? null],
  ['Access ended', ({ member }) => member && (member.accessEnded ? 'Yes' : 'No')],
];

import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { useGroups } from '../groups/groups-api.ts';
import { useAnalytics } from './analytics-api.ts';
import { FiguresTable } from './figures-table.tsx';
import { FileHeatmapDrawer } from './heatmaps.tsx';
import { formatFileDays, readPeriod, writePeriod } from './period.ts';
import { PersonDrawer } from './person-drawer.tsx';

interface RangeProps {
  roomId: number;
  range: DayRange;
}

/** Lists groups with their scores; each links to its page. */
export function GroupFigures({ roomId, range }: RangeProps) {
  const filter = useAddressFilter();
  const list = useAnalytics(roomId, { by: 'group', ...range }, filter.query);
  const { data: groups } = useGroups(roomId);
  const period = writePeriod('', readPeriod(useSearch()));
  return (
    <FiguresTable
      {...{ list, filter }}
      of="group"
      exportName={`groups ${formatFileDays(range)}`}
      showsScore={groups?.length !== 0}
      empty={groups?.length === 0 ? 'This room has no groups' : 'Nothing happened in these days'}
      renderName={({ kind, id, name }) =>
        kind === 'group' && (
          <Link
            href={`/rooms/${roomId}/analytics/groups/${id}?${period}`}
            className="rounded-sm text-accent-ink hover:underline"
          >
            {name}
          </Link>
        )
      }
    />
  );
}

/** Lists documents; each opens to its pages by group. */
export function DocumentFigures({ roomId, range, groupId }: RangeProps & { groupId?: number }) {
  const filter = useAddressFilter();
  const list = useAnalytics(
    roomId,
    { by: 'file', ...range, ...(groupId !== undefined && { groupId }) },
    filter.query,
  );
  const [open, setOpen] = useState<{ id: number; name: string } | null>(null);
  return (
    <>
      <FiguresTable
        {...{ list, filter }}
        of="file"
        exportName={`documents ${formatFileDays(range)}`}
        empty="No document was opened in these days"
        renderName={({ id, name }) =>
          id !== null && <NameButton name={name} onClick={() => setOpen({ id, name })} />
        }
      />
      {open && <FileHeatmapDrawer file={open} range={range} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Lists the people of a group; each opens to a timeline. */
export function PersonFigures({ roomId, range, groupId }: RangeProps & { groupId: number }) {
  const filter = useAddressFilter();
  const list = useAnalytics(roomId, { by: 'person', ...range, groupId }, filter.query);
  const [open, setOpen] = useState<{ memberId: number; name: string } | null>(null);
  const renderName = ({ memberId, name }: AnalyticsRow) =>
    memberId !== null && <NameButton name={name} onClick={() => setOpen({ memberId, name })} />;
  return (
    <>
      <FiguresTable
        {...{ list, filter }}
        of="person"
        exportName={`people ${formatFileDays(range)}`}
        empty="Nobody was here in these days"
        renderName={renderName}
      />
      {open && <PersonDrawer roomId={roomId} person={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function NameButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      dir="auto"
      className="max-w-full cursor-pointer truncate rounded-sm text-accent-ink hover:underline"
      onClick={onClick}
    >
      {name}
    </button>
  );
}

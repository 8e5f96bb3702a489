import { useState } from 'react';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { useFileHeatmap, useRoomHeatmap } from './analytics-api.ts';
import { ExportHeat, HeatTable } from './heat-table.tsx';
import { formatFileDays } from './period.ts';

interface FolderHeatmapProps {
  roomId: number;
  range: DayRange;
}

/** Shows the time in view by folder and group; a folder opens to those in it. */
export function FolderHeatmap({ roomId, range }: FolderHeatmapProps) {
  const [path, setPath] = useState<readonly { id: number; name: string }[]>([]);
  const { data, error, refetch } = useRoomHeatmap(roomId, path.at(-1)?.id, range);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const table = {
    header: 'Folder',
    groups: data.groups,
    rows: data.folders.map(({ id, name, cells }) => ({
      key: id === null ? name : String(id),
      name,
      cells,
      link: id !== null && <FolderButton name={name} onClick={() => setPath([...path, { id, name }])} />,
    })),
  };
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium wrap-anywhere">
          {['Time by folder and group', ...path.map(({ name }) => name)].join(' / ')}
        </h2>
        {path.length > 0 && (
          <Button size="small" onClick={() => setPath(path.slice(0, -1))}>
            Up
          </Button>
        )}
        {data.folders.length > 0 && (
          <div className="ml-auto">
            <ExportHeat name={`folders ${formatFileDays(range)}`} {...table} />
          </div>
        )}
      </div>
      {data.folders.length === 0 ? (
        <p className="text-ink-muted">There are no folders here.</p>
      ) : (
        <HeatTable label="Time by folder and group" {...table} />
      )}
    </Card>
  );
}

function FolderButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      title={name}
      dir="auto"
      className="max-w-full cursor-pointer truncate rounded-sm text-accent-ink hover:underline"
      onClick={onClick}
    >
      {name}
    </button>
  );
}

interface FileHeatmapDrawerProps {
  file: { id: number; name: string };
  range: DayRange;
  onClose: () => void;
}

/** Shows the time in view of the pages of a document by group. */
export function FileHeatmapDrawer({ file, range, onClose }: FileHeatmapDrawerProps) {
  const { data, error, refetch } = useFileHeatmap(file.id, range);
  const table = {
    header: 'Page',
    groups: data?.groups ?? [],
    rows: (data?.pages ?? []).map(({ from, to, cells }) => ({
      key: String(from),
      name: from === to ? String(from) : `${from}–${to}`,
      cells,
    })),
  };
  return (
    <Drawer title={file.name} description="Time in view by page and group" onClose={onClose}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data?.pages.length === 0 && <p className="text-ink-muted">No page was in view in these days.</p>}
      {table.rows.length > 0 && (
        <>
          <HeatTable label="Time by page and group" {...table} />
          <div className="mt-3">
            <ExportHeat name={`pages ${formatFileDays(range)}`} {...table} />
          </div>
        </>
      )}
    </Drawer>
  );
}

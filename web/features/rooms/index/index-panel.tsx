import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { useRoom } from '../api.ts';
import { ExportIndex } from './export-index.tsx';
import { FreezeNumbers } from './freeze-numbers.tsx';
import { ImportIndex } from './import-index.tsx';

/** Shows what the staff of a room can do with its index as a whole. */
export function IndexPanel({ roomId, mayManage }: { roomId: number; mayManage: boolean }) {
  const { data, error, refetch } = useRoom(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <>
      <FreezeNumbers room={data} mayManage={mayManage} />
      <ExportIndex roomId={roomId} />
      {data.frozenAt === null && !isReadOnlyState(data.state) && <ImportIndex roomId={roomId} />}
    </>
  );
}

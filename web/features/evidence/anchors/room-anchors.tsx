import { useActor } from '#web/features/accounts/actor.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AnchorPlaces } from './anchor-places.tsx';
import { useRoomAnchors } from './anchors-api.ts';

/** Shows managers where the tree heads are kept that prove the record of their room. */
export function RoomAnchors({ roomId }: { roomId: number }) {
  const { data, error, refetch } = useRoomAnchors(roomId);
  const actor = useActor();
  const isAdmin = actor.kind === 'user' && actor.isAdmin;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">Anchors</h2>
        {isAdmin && <ButtonLink href="/admin?tab=evidence">Choose Places</ButtonLink>}
      </div>
      {error && !data && (
        <LoadError error={error} summary="Failed to fetch the anchors" onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-16" />}
      {data && <AnchorPlaces state={data} isAdmin={isAdmin} />}
    </Card>
  );
}

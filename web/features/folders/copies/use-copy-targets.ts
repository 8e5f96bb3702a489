import { useQuery } from '@tanstack/react-query';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { roomsQuery } from './rooms-query.ts';

/** Lists the rooms that the user manages and into which entries can be copied. */
export function useCopyTargets(): readonly number[] {
  const actor = useActor();
  const { data: rooms = [] } = useQuery({ ...roomsQuery, enabled: actor.kind === 'user' });
  return rooms.flatMap(({ id, staffRole, state }) =>
    staffRole === 'manager' && !isReadOnlyState(state) ? id : [],
  );
}

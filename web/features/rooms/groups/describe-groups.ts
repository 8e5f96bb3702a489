import type { RoomState } from '#shared/domain/rooms/room-states.ts';

/** Says which groups see a folder of a room, as far as the state of the room lets them. */
export function describeGroups(
  state: RoomState,
  groups: readonly { readonly name: string; readonly level: string }[],
): string {
  if (state === 'archived') return 'No group sees this room anymore.';
  if (groups.length === 0)
    return `The top of a room is visible to its staff only.${state === 'closed' ? '' : ' Give groups access to the folders inside.'}`;
  const whom = groups.length === 1 ? '1 group' : `${groups.length} groups`;
  const when = { open: '', preparation: ' once the room is open', closed: ' if the room is opened again' }[
    state
  ];
  return `Visible to ${whom}${when}: ${groups.map(({ name, level }) => `${name} (${level})`).join(', ')}`;
}

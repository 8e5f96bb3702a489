import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const BADGES = {
  preparation: { tone: 'warning', label: 'In preparation' },
  open: { tone: 'accent', label: 'Room' },
  closed: { tone: 'neutral', label: 'Closed' },
  archived: { tone: 'neutral', label: 'Archived' },
} as const;

/** Names the state of a room, open included. */
export function StateBadge({ state }: { state: RoomState }) {
  const { tone, label } = BADGES[state];
  return <Badge tone={tone}>{state === 'open' ? 'Open' : label}</Badge>;
}

/** Marks a root folder that is a room, with its state unless it is open; nothing for other folders. */
export function RoomBadge({ state }: { state: RoomState | undefined }) {
  if (state === undefined) return null;
  const { tone, label } = BADGES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

const NOTICES = {
  preparation: 'This room is in preparation. Only its staff see it.',
  closed: 'This room is closed. Only its staff see it, and nothing in it can be changed.',
  archived: 'This room is archived. Only its staff see it, and nothing in it can be changed anymore.',
} as const;

/** Says who sees a room that is not open, and what can be done in it. */
export function RoomStateNotice({ state }: { state: RoomState | undefined }) {
  if (state === undefined || state === 'open') return null;
  return <Notice tone={state === 'preparation' ? 'warning' : 'info'}>{NOTICES[state]}</Notice>;
}

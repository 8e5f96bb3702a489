import type { ReactNode } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FiguresSkeleton } from '#web/ui/feedback/figures-skeleton.tsx';
import { useRoom } from '../api.ts';

interface RoomSettingsProps {
  roomId: number;
  children: (room: RoomWithSettings) => ReactNode;
}

/** Renders its children once the settings of a room are loaded: its time zone decides which days are meant. */
export function RoomSettings({ roomId, children }: RoomSettingsProps) {
  const { data, error, refetch } = useRoom(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <FiguresSkeleton />;
}

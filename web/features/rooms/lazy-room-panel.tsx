import { lazy } from 'react';

/** Loads the panel when it is first shown, since visitors and most users of a folder do not see it. */
export const LazyRoomPanel = lazy(async () => ({ default: (await import('./room-panel.tsx')).RoomPanel }));

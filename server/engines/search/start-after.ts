import type { PassagePosition } from './search-types.ts';

const FIRST: PassagePosition = { versionKey: 0, position: 0 };

/**
 * Returns where to go on after a position: at the start if another index numbered it, since a new one numbers its passages anew.
 */
export const startAfter = (indexId: string, after: PassagePosition): PassagePosition =>
  after.indexId === indexId ? after : FIRST;

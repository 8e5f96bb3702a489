import type { IndexFollower } from './index-follower.ts';

/** Stands in for the follower on a node without an index: the nodes that have one learn of changes from the database. */
export function createAbsentFollower(): IndexFollower {
  const refuse = async (): Promise<never> => {
    throw new Error('This node has no search index (ROLES)');
  };
  return {
    async catchUp() {},
    start() {},
    wake() {},
    isLoaded: () => true,
    countLag: refuse,
    readPosition: refuse,
    // Another node has the index.
    async check() {},
    readStatistics: refuse,
    async stop() {},
  };
}

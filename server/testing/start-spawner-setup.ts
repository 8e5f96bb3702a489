import { beforeAll } from 'vitest';
import { currentSpawner, startSpawner } from '#server/engines/sandbox/spawner/start-spawner.ts';

// As a server does when it starts. A worker of the tests has up to a gigabyte, whose page tables each start of a process would copy.
beforeAll(async () => {
  if (!(await currentSpawner())) await startSpawner();
});

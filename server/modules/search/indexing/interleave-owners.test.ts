import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interleaveOwners } from './interleave-owners.ts';

const changes = fc
  .array(fc.option(fc.integer({ min: 1, max: 4 })))
  .map((owners) => owners.map((owner_id, at) => ({ position: at + 1, file_id: at + 1, owner_id })));

test('the first change stays first, and each owner keeps their order', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const ordered = interleaveOwners(all);
      expect(ordered[0]).toEqual(all[0]);
      expect(ordered.toSorted((one, other) => one.position - other.position)).toEqual(all);
      for (const owner of [null, 1, 2, 3, 4]) {
        const positions = ordered.filter((change) => change.owner_id === owner).map((each) => each.position);
        expect(positions).toEqual(positions.toSorted((one, other) => one - other));
      }
    }),
  );
});

test('a change waits for at most as many changes of each other owner as of its own', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const ordered = interleaveOwners(all);
      const counts = new Map<number | null, number>();
      for (const { owner_id: owner } of ordered) {
        const own = (counts.get(owner) ?? 0) + 1;
        counts.set(owner, own);
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(own + 1);
      }
    }),
  );
});

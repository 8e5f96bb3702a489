import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ancestorsAndSelf, moveProblem } from './folder-tree.ts';

/** Random trees: each node's parent is an earlier one or the root. */
const tree = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map(
    (picks) => new Map(picks.map((pick, at) => [at + 1, { id: at + 1, parentId: pick % (at + 1) || null }])),
  );

test('a folder may move anywhere except into itself and its descendants', () => {
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(), (nodes, one, other) => {
      const id = (one % nodes.size) + 1;
      const targetId = (other % nodes.size) + 1;
      const problem = moveProblem(nodes, id, targetId);
      const isBelow = ancestorsAndSelf(nodes, targetId).includes(id);
      expect(problem).toBe(id === targetId ? 'itself' : isBelow ? 'descendant' : null);
      if (problem !== null) return;
      const moved = new Map(nodes).set(id, { id, parentId: targetId });
      for (const node of moved.keys())
        expect(ancestorsAndSelf(moved, node).length).toBeLessThanOrEqual(moved.size);
    }),
  );
});

test('every folder may move to the root', () => {
  expect(moveProblem(new Map([[1, { id: 1, parentId: null }]]), 1, null)).toBeNull();
});

test('a cycle in damaged data does not cause an endless loop', () => {
  const ring = new Map([
    [1, { id: 1, parentId: 2 }],
    [2, { id: 2, parentId: 1 }],
  ]);
  expect(ancestorsAndSelf(ring, 1)).toEqual([1, 2]);
});

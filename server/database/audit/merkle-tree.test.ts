import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  appendLeaves,
  EMPTY_TREE,
  hashLeaf,
  type ProofPlan,
  planConsistencyProof,
  planInclusionProof,
  planRootHash,
  rootHash,
} from './merkle-tree.ts';

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The largest power of two below n. */
const split = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));

/** The definitions of RFC 6962, section 2.1, to the letter: MTH, PATH and SUBPROOF. */
function mth(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), first);
  const k = split(leaves.length);
  return sha256(Buffer.from([1]), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}
function path(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))];
}
function subproof(m: number, leaves: readonly Buffer[], b: boolean): Buffer[] {
  if (m === leaves.length) return b ? [] : [mth(leaves)];
  const k = split(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), b), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))];
}

/** The leaves of the published test vectors of Certificate Transparency, and the root after each. */
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const VECTOR_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const grow = (leaves: readonly Buffer[]) => appendLeaves(EMPTY_TREE, leaves.map(hashLeaf));
const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

/** Assembles a proof from exactly the nodes that it asks for. */
function assemble(plan: ProofPlan, leaves: readonly Buffer[]): string[] {
  const nodes = grow(leaves).nodes.filter((node) =>
    plan.places.some(({ level, index }) => level === node.level && index === node.index),
  );
  return hex(plan.assemble(nodes));
}

const leafLists = fc.array(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  { minLength: 1, maxLength: 70 },
);

test('the tree has the published roots', () => {
  expect(rootHash(EMPTY_TREE).toString('hex')).toBe(sha256().toString('hex'));
  const leaves = VECTOR_LEAVES.map((leaf) => Buffer.from(leaf, 'hex'));
  const roots = leaves.map((_, place) => rootHash(grow(leaves.slice(0, place + 1)).tree));
  expect(hex(roots)).toEqual(VECTOR_ROOTS);
  expect(assemble(planInclusionProof(0, 8), leaves)).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
});

test('appending in any portions gives the root and the proofs of the definition', () => {
  fc.assert(
    fc.property(leafLists, fc.nat(), fc.nat(), (leaves, a, b) => {
      const [size, first] = [leaves.length, a % leaves.length];
      const begun = appendLeaves(EMPTY_TREE, leaves.slice(0, first).map(hashLeaf));
      const { tree, nodes } = appendLeaves(begun.tree, leaves.slice(first).map(hashLeaf));
      expect(rootHash(tree).toString('hex')).toBe(mth(leaves).toString('hex'));
      expect([...begun.nodes, ...nodes]).toEqual(grow(leaves).nodes);
      expect(assemble(planInclusionProof(first, size), leaves)).toEqual(hex(path(first, leaves)));
      const from = 1 + (b % size);
      expect(assemble(planConsistencyProof(from, size), leaves)).toEqual(hex(subproof(from, leaves, true)));
      expect(assemble(planRootHash(from), leaves)).toEqual(hex([mth(leaves.slice(0, from))]));
    }),
  );
});

test('a proof with a missing node is refused', () => {
  expect(() => planInclusionProof(3, 10).assemble([])).toThrow(
    'A node of the tree of the audit log is missing',
  );
});

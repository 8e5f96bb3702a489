import { createHash } from 'node:crypto';

/** A complete subtree: the 2^level leaves from `index` * 2^level on. */
export interface NodePlace {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends NodePlace {
  readonly hash: Buffer;
}

/** The complete subtrees of which a tree of this size consists, largest first: what it takes to append. */
export interface MerkleTree {
  readonly size: number;
  readonly subtrees: readonly Buffer[];
}

/** The leaves from `start` up to, not including, `end`. */
interface LeafRange {
  readonly start: number;
  readonly end: number;
}

export const EMPTY_TREE: MerkleTree = { size: 0, subtrees: [] };

const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = Buffer.from([1]);

/** Hashes the content of a leaf (RFC 6962, section 2.1). */
export const hashLeaf = (content: Buffer): Buffer =>
  createHash('sha256').update(LEAF_PREFIX).update(content).digest();

const hashNode = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE_PREFIX).update(left).update(right).digest();

/** Appends leaves. Returns the larger tree and every subtree that they complete, a leaf being one. */
export function appendLeaves(
  tree: MerkleTree,
  leafHashes: readonly Buffer[],
): { tree: MerkleTree; nodes: TreeNode[] } {
  const subtrees = [...tree.subtrees];
  const nodes: TreeNode[] = [];
  let { size } = tree;
  for (const leaf of leafHashes) {
    let [level, index, hash] = [0, size, leaf];
    nodes.push({ level, index, hash });
    for (let left = subtrees.at(-1); index % 2 === 1 && left; left = subtrees.at(-1)) {
      subtrees.pop();
      [level, index, hash] = [level + 1, (index - 1) / 2, hashNode(left, hash)];
      nodes.push({ level, index, hash });
    }
    subtrees.push(hash);
    size += 1;
  }
  return { tree: { size, subtrees }, nodes };
}

/** Returns the root hash: of an empty tree the hash of nothing. */
export function rootHash({ subtrees }: MerkleTree): Buffer {
  return combine(subtrees) ?? createHash('sha256').digest();
}

const combine = (subtrees: readonly Buffer[]): Buffer | undefined =>
  subtrees.reduceRight<Buffer | undefined>(
    (right, left) => (right ? hashNode(left, right) : left),
    undefined,
  );

/** Lists the complete subtrees of a range, largest first. Its start is a multiple of a power of two that is not smaller. */
function listSubtrees({ start, end }: LeafRange): NodePlace[] {
  const places: NodePlace[] = [];
  for (let from = start; from < end; ) {
    const level = Math.floor(Math.log2(end - from));
    places.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return places;
}

/** Returns how many complete subtrees a tree of this size has. */
export const countSubtrees = (size: number): number => listSubtrees({ start: 0, end: size }).length;

/** Returns the largest power of two below `count`, at which RFC 6962 splits a tree. */
function splitSize(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}

function inclusionRanges(leaf: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start <= 1) return [];
  const middle = start + splitSize(end - start);
  return leaf < middle
    ? [...inclusionRanges(leaf, { start, end: middle }), { start: middle, end }]
    : [...inclusionRanges(leaf, { start: middle, end }), { start, end: middle }];
}

function consistencyRanges(oldEnd: number, { start, end }: LeafRange, isOldTree: boolean): LeafRange[] {
  if (oldEnd === end) return isOldTree ? [] : [{ start, end }];
  const middle = start + splitSize(end - start);
  return oldEnd <= middle
    ? [...consistencyRanges(oldEnd, { start, end: middle }, isOldTree), { start: middle, end }]
    : [...consistencyRanges(oldEnd, { start: middle, end }, false), { start, end: middle }];
}

/** Hashes of a proof, and the nodes that it takes to compute them. */
export interface ProofPlan {
  readonly places: readonly NodePlace[];
  /** Computes the proof. Throws when a node is missing. */
  assemble(nodes: readonly TreeNode[]): Buffer[];
}

function planProof(ranges: readonly LeafRange[]): ProofPlan {
  const hashes = ranges.map(listSubtrees);
  return {
    places: hashes.flat(),
    assemble(nodes) {
      const found = new Map(nodes.map((node) => [keyOf(node), node.hash]));
      return hashes.map((places) => {
        const subtrees = places.flatMap((place) => found.get(keyOf(place)) ?? []);
        const hash = subtrees.length === places.length ? combine(subtrees) : undefined;
        if (!hash) throw new Error('A node of the tree of the audit log is missing');
        return hash;
      });
    },
  };
}

const keyOf = ({ level, index }: NodePlace): string => `${level}/${index}`;

/** Plans the proof that a tree of `size` contains the leaf `index`, from 0 on (RFC 6962, section 2.1.1). */
export const planInclusionProof = (index: number, size: number): ProofPlan =>
  planProof(inclusionRanges(index, { start: 0, end: size }));

/** Plans the proof that a tree of `to` leaves begins with that of `from` leaves, at least one (RFC 6962, section 2.1.2). */
export const planConsistencyProof = (from: number, to: number): ProofPlan =>
  planProof(consistencyRanges(from, { start: 0, end: to }, true));

/** Plans the root hash of the first `size` leaves, at least one. */
export const planRootHash = (size: number): ProofPlan => planProof([{ start: 0, end: size }]);

/** A leaf's value, or a split: values up to the threshold go left. */
export type TreeNode =
  | number
  | readonly [feature: number, threshold: number, left: TreeNode, right: TreeNode];

/** The sum of all trees and the bias is the logarithm of the odds. */
export interface BoostedTrees {
  readonly bias: number;
  readonly trees: readonly TreeNode[];
}

/** Returns the logarithm of the odds that the trees predict. */
export const sumTrees = ({ bias, trees }: BoostedTrees, features: readonly number[]): number =>
  trees.reduce<number>((sum, tree) => sum + leafOf(tree, features), bias);

function leafOf(tree: TreeNode, features: readonly number[]): number {
  let node = tree;
  while (typeof node !== 'number') {
    const [feature, threshold, left, right] = node;
    node = (features[feature] ?? 0) <= threshold ? left : right;
  }
  return node;
}

/** Writes a tree on a line: a split as `feature<threshold`, then what is left and right of it. */
export const formatTree = (tree: TreeNode): string =>
  typeof tree === 'number'
    ? String(tree)
    : `${tree[0]}<${tree[1]} ${formatTree(tree[2])} ${formatTree(tree[3])}`;

/** Reads the lines that formatTree wrote. */
export const parseTrees = (lines: string): TreeNode[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => parseNode(line.split(' ')[Symbol.iterator]()));

function parseNode(words: Iterator<string>): TreeNode {
  const { value, done } = words.next();
  if (done === true) throw new Error('A tree of the model is incomplete');
  const [feature = '', threshold] = value.split('<');
  if (threshold === undefined) return Number(feature);
  return [Number(feature), Number(threshold), parseNode(words), parseNode(words)];
}

import type { DropTarget } from './drag-items.ts';
import type { PlaceholderTarget } from './placeholder-targets.ts';
import type { ReplaceTarget } from './replace-targets.ts';

/** Says what a drop on a target does: one file replaces that of a row, several go to its folder. */
export function describeDrop(
  target: DropTarget | ReplaceTarget | PlaceholderTarget,
  isSeveral: boolean,
): string {
  const { name } = target;
  if (!('replaced' in target || 'placeholderId' in target)) return `Drop to upload to ${name}`;
  return isSeveral ? `Drop to upload beside ${name}` : `Drop to replace ${name}`;
}

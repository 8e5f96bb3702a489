import type { Block } from '#server/engines/documents/document-engine.ts';

/**
 * Leaves out what the author of a document hid. Texts that were extracted by earlier versions mark nothing: of these, speaker
 * notes and hidden sheets are recognized.
 */
export function leaveOutHidden(blocks: readonly Block[]): readonly Block[] {
  const hiddenSheets = new Set(blocks.flatMap((block) => (isHiddenOverview(block) ? block.sheet : [])));
  const isHidden = (block: Block) =>
    isHiddenBlock(block) || (block.sheet !== undefined && hiddenSheets.has(block.sheet));
  return blocks.some(isHidden) ? blocks.filter((block) => !isHidden(block)) : blocks;
}

/** Tells whether a block is the line that says what is in a hidden sheet. */
const isHiddenOverview = ({ kind, sheet, text }: Block): boolean =>
  kind === 'paragraph' && sheet !== undefined && text.startsWith(`Sheet ${sheet} (hidden): `);

/** Tells whether a block is marked as hidden, or is a speaker note. */
export const isHiddenBlock = ({ kind, slide, isHidden }: Block): boolean =>
  isHidden === true || (kind === 'note' && slide !== undefined);

/**
 * Passes on the blocks that `leaveOutHidden` leaves, each once the next is read: the line about a hidden sheet follows its name,
 * and is before everything else in it.
 */
export async function* shownBlocks(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void> {
  const hiddenSheets = new Set<string>();
  const isShown = (block: Block) =>
    !isHiddenBlock(block) && !(block.sheet !== undefined && hiddenSheets.has(block.sheet));
  let held: Block | undefined;
  for await (const block of blocks) {
    if (isHiddenOverview(block) && block.sheet !== undefined) hiddenSheets.add(block.sheet);
    if (held && isShown(held)) yield held;
    held = block;
  }
  if (held && isShown(held)) yield held;
}

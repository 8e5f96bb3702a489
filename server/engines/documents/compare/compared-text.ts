import type { Block } from '../blocks/document-text.ts';

/** The parts of a block that a comparison reads. */
export type ComparedBlock = Pick<Block, 'kind' | 'text' | 'start' | 'page' | 'slide' | 'sheet' | 'range'>;

/** A word, a punctuation mark or a short table cell; `start` and `end` are offsets in the whole text. */
interface Token {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly block: number;
  /** Contains a letter or a digit. */
  readonly isWord: boolean;
}

/** A text of a comparison. */
export interface ComparedText {
  readonly blocks: readonly ComparedBlock[];
  readonly tokens: readonly Token[];
  /** The index of the first token of each block, and the number of tokens. */
  readonly firstTokens: readonly number[];
}

/** A number such as 1,000.50 and a word such as don't are one token; scripts without spaces have one for each letter. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’.,_-][\p{L}\p{M}\p{N}]+)*|\S/gu;
/** Cells of a row are separated by these: see formatRow and the tables of PDFs. */
const CELL = /(?:(?!; )[^\t\n])+/g;
/** A longer cell contains sentences and is compared by words. */
const MAX_CELL_LENGTH = 80;

export function tokenize(blocks: readonly ComparedBlock[]): ComparedText {
  const tokens: Token[] = [];
  const firstTokens: number[] = [];
  blocks.forEach((block, index) => {
    firstTokens.push(tokens.length);
    const isTable = block.kind === 'table' || block.kind === 'sheet-row';
    if (isTable) addCells(tokens, block, index);
    else addWords(tokens, block.text, block.start, index);
  });
  firstTokens.push(tokens.length);
  return { blocks, tokens, firstTokens };
}

function addWords(tokens: Token[], text: string, offset: number, block: number): void {
  for (const { 0: word, index } of text.matchAll(WORD)) tokens.push(toToken(word, offset + index, block));
}

function addCells(tokens: Token[], { text, start }: ComparedBlock, block: number): void {
  for (const { 0: match, index } of text.matchAll(CELL)) {
    const cell = match.trim();
    if (cell === '') continue;
    const offset = start + index + match.indexOf(cell);
    if (cell.length > MAX_CELL_LENGTH) addWords(tokens, cell, offset, block);
    else tokens.push(toToken(cell, offset, block));
  }
}

const toToken = (text: string, start: number, block: number): Token => ({
  key: text.normalize('NFC'),
  start,
  end: start + text.length,
  block,
  isWord: /[\p{L}\p{N}]/u.test(text),
});

/** The tokens of a block as one string, which ignores white space. */
export const blockKey = ({ tokens, firstTokens }: ComparedText, block: number): string =>
  tokens
    .slice(firstTokens[block], firstTokens[block + 1])
    .map(({ key }) => key)
    .join(' ');

/** The page or slide of a block, where it has one. */
export const pageOf = (block: ComparedBlock | undefined): number | null =>
  block?.page ?? block?.slide ?? null;

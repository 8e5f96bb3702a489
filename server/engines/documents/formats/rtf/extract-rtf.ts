import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { UnreadableDocumentError } from '#server/engines/documents/blocks/document-text.ts';
import { encodingOfCharset, encodingOfCodePage } from './rtf-encodings.ts';
import { RtfParagraphs } from './rtf-paragraphs.ts';
import { type RtfToken, tokenizeRtf } from './rtf-tokenizer.ts';

/** Programs nest some tens of groups. */
const MAX_NESTING = 10_000;
const DEFAULT_ENCODING = 'windows-1252';

const SYMBOLS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  '~': ' ',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  nestcell: ' ',
  nestrow: '\n',
};
/** Groups that hold no text of the document, beside all that begin with '\*'. */
const HIDDEN_DESTINATIONS = new Set(
  'colortbl stylesheet pict nonshppict fldinst xe tc tcn rxe filetbl listtable revtbl objdata objclass annotation atnid atnauthor'.split(
    ' ',
  ),
);
/** Groups of '\*' that do: text boxes. */
const VISIBLE_STARRED_DESTINATIONS = new Set(['shpinst', 'shptxt']);
const HEADER_OR_FOOTER = /^(?:header|footer)[lrf]?$/;

interface Group {
  isShown: boolean;
  /** Characters that stand after a \u for programs that don't know it. */
  fallback: number;
  encoding: string | undefined;
  isHidden: boolean;
  destination: 'text' | 'fonts' | 'info' | 'title';
  end?: () => void;
}

/** Rich text; returns its title. */
export function extractRtf(bytes: Buffer, writer: BlockWriter): string | undefined {
  const reader = new RtfReader(writer);
  for (const token of tokenizeRtf(bytes)) {
    if (writer.isTruncated) break;
    reader.handleToken(token);
  }
  return reader.end();
}

class RtfReader {
  readonly #paragraphs: RtfParagraphs;
  readonly #outer: Group[] = [];
  #group: Group = { isShown: true, fallback: 1, encoding: undefined, isHidden: false, destination: 'text' };
  /** A group's first word says what it holds; '\*' before it, that programs that don't know the word leave it out. */
  #isFirst = false;
  #isStarred = false;
  /** Bytes that a character may go on in. */
  #bytes: number[] = [];
  #skip = 0;
  #title = '';
  #encoding = DEFAULT_ENCODING;
  readonly #fonts = new Map<number, string>();
  #font = 0;

  constructor(writer: BlockWriter) {
    this.#paragraphs = new RtfParagraphs(writer);
  }

  handleToken(token: RtfToken): void {
    if (token.kind === 'text') {
      this.#takeText(token.bytes, token.isOneCharacter);
      return;
    }
    this.#decode();
    if (token.kind === 'open') this.#open();
    else if (token.kind === 'close') this.#close();
    else this.#control(token.word, token.value);
  }

  end(): string | undefined {
    this.#decode();
    while (this.#outer.length > 0) this.#close();
    this.#paragraphs.end();
    return this.#title.trim() || undefined;
  }

  #open(): void {
    if (this.#outer.length >= MAX_NESTING)
      throw new UnreadableDocumentError({ code: 'nested-too-deeply' }, 'failed');
    this.#outer.push(this.#group);
    const { end: _, ...group } = this.#group;
    this.#group = group;
    this.#isFirst = true;
    this.#skip = 0;
  }

  #close(): void {
    this.#group.end?.();
    this.#group = this.#outer.pop() ?? this.#group;
    this.#isFirst = false;
    this.#isStarred = false;
    this.#skip = 0;
  }

  #control(word: string, value: number | undefined): void {
    const group = this.#group;
    const isStarred = this.#isStarred;
    this.#isStarred = this.#isFirst && word === '*';
    this.#isFirst = false;
    if (isStarred && !VISIBLE_STARRED_DESTINATIONS.has(word)) group.isShown = false;
    else if (HIDDEN_DESTINATIONS.has(word)) group.isShown = false;
    else if (word === 'fonttbl') group.destination = 'fonts';
    else if (word === 'info') group.destination = 'info';
    else if (word === 'title' && group.destination === 'info') group.destination = 'title';
    else if (word === 'ansicpg') this.#encoding = encodingOfCodePage(value ?? 0) ?? DEFAULT_ENCODING;
    else if (word === 'mac') this.#encoding = 'macintosh';
    else if (word === 'f') this.#setFont(value ?? 0);
    else if (word === 'fcharset') this.#nameCharset(value ?? 0);
    else if (word === 'uc') group.fallback = Math.max(0, value ?? 1);
    else if (word === 'u') this.#takeUnicode(value ?? 0);
    else if (word === 'v' || word === 'deleted') group.isHidden = value !== 0;
    else if (word === 'plain') group.isHidden = false;
    else if (group.isShown && group.destination === 'text') this.#format(word, value);
  }

  #format(word: string, value: number | undefined): void {
    const paragraphs = this.#paragraphs;
    const symbol = SYMBOLS[word];
    if (symbol !== undefined) this.#show(symbol);
    else if (word === 'par' || word === 'sect' || word === 'page' || word === '\n' || word === '\r')
      paragraphs.endParagraph();
    else if (word === 'cell') paragraphs.endCell();
    else if (word === 'row') paragraphs.endRow();
    else if (word === 'intbl') paragraphs.isInTable = true;
    else if (word === 'outlinelevel')
      paragraphs.outline = value === undefined || value > 8 ? undefined : value;
    else if (word === 'listtext' || word === 'pntext') paragraphs.isListed = true;
    else if (word === 'footnote') this.#group.end = paragraphs.beginSideText('note');
    else if (HEADER_OR_FOOTER.test(word)) this.#group.end = paragraphs.beginSideText('margin');
    else if (word === 'pard') {
      paragraphs.outline = undefined;
      paragraphs.isInTable = false;
    }
  }

  #takeText(bytes: Uint8Array, isOneCharacter: boolean): void {
    this.#isFirst = false;
    const skipped = Math.min(this.#skip, isOneCharacter ? 1 : bytes.length);
    this.#skip -= skipped;
    for (const byte of bytes.subarray(skipped)) this.#bytes.push(byte);
  }

  #takeUnicode(value: number): void {
    this.#show(String.fromCharCode(value < 0 ? value + 0x1_0000 : value));
    this.#skip = this.#group.fallback;
  }

  #decode(): void {
    if (this.#bytes.length === 0) return;
    const decoder = decoderOf(this.#group.encoding ?? this.#encoding);
    this.#show(decoder.decode(Uint8Array.from(this.#bytes)));
    this.#bytes = [];
  }

  #show(text: string): void {
    const { isShown, isHidden, destination } = this.#group;
    if (!isShown || isHidden) return;
    if (destination === 'title') this.#title += text;
    if (destination === 'text') this.#paragraphs.add(text);
  }

  #setFont(font: number): void {
    this.#font = font;
    this.#group.encoding = this.#group.destination === 'fonts' ? undefined : this.#fonts.get(font);
  }

  #nameCharset(charset: number): void {
    const encoding = encodingOfCharset(charset);
    if (this.#group.destination === 'fonts' && encoding) this.#fonts.set(this.#font, encoding);
  }
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}

import { Parser } from 'htmlparser2';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { type HtmlBlock, HtmlTable } from './html-table.ts';

/** Nothing of these is shown in the page's text. */
const HIDDEN_ELEMENTS = new Set(
  'title script style template noscript svg math object iframe canvas audio video'.split(' '),
);
/** Elements with a line break around them; all others are part of a sentence. */
const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const LIST_ITEMS = new Set(['li', 'dd', 'dt']);
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Reads a web page in one pass, without a tree: however deep it nests, it costs no stack. What is hidden is left out, as
 * are scripts, which nothing here could run.
 */
class HtmlReader {
  readonly #write: (piece: HtmlBlock) => void;
  readonly #tables: HtmlTable[] = [];
  #text = '';
  #title = '';
  #isTitle = false;
  /** Open elements from the outermost one that is not shown. */
  #unshown = 0;
  #preformatted = 0;
  #items = 0;

  constructor(write: (piece: HtmlBlock) => void) {
    this.#write = write;
  }

  /** Returns the title. */
  read(html: string): string | undefined {
    const parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      onclosetag: (name) => this.#close(name),
      ontext: (text) => this.#add(text),
    });
    parser.end(html);
    this.#flush();
    while (this.#tables.length > 0) this.#endTable();
    return this.#title === '' ? undefined : this.#title;
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#isTitle = name === 'title' && this.#title === '';
    if (this.#unshown > 0 || HIDDEN_ELEMENTS.has(name) || isHidden(attributes)) {
      this.#unshown += 1;
      return;
    }
    if (BLOCK_ELEMENTS.has(name)) this.#flush();
    if (name === 'br') this.#text += '\n';
    else if (name === 'option') this.#text += ' ';
    else if (name === 'img') this.#text += ` ${attributes['alt'] ?? ''} `;
    else if (name === 'pre') this.#preformatted += 1;
    else if (LIST_ITEMS.has(name)) this.#items += 1;
    else if (name === 'table') this.#tables.push(new HtmlTable());
    else if (name === 'tr') this.#tables.at(-1)?.startRow();
    else if (name === 'td' || name === 'th') this.#tables.at(-1)?.startCell(attributes);
  }

  #close(name: string): void {
    this.#isTitle = false;
    if (this.#unshown > 0) {
      this.#unshown -= 1;
      return;
    }
    if (/^h[1-6]$/.test(name)) this.#flush(Number(name[1]));
    else if (BLOCK_ELEMENTS.has(name)) this.#flush();
    if (name === 'pre') this.#preformatted -= 1;
    else if (LIST_ITEMS.has(name)) this.#items -= 1;
    else if (name === 'table') this.#endTable();
  }

  #add(text: string): void {
    if (this.#isTitle) this.#title += text;
    if (this.#unshown === 0) this.#text += this.#preformatted > 0 ? text : text.replace(/\s+/g, ' ');
  }

  #flush(level?: number): void {
    const text = this.#text.trim();
    this.#text = '';
    if (text === '') return;
    if (level !== undefined) this.#put({ kind: 'heading', level, text });
    else this.#put({ kind: this.#items > 0 ? 'list' : 'paragraph', text });
  }

  #put(piece: HtmlBlock): void {
    const table = this.#tables.at(-1);
    if (table) table.addToCell(piece);
    else this.#write(piece);
  }

  #endTable(): void {
    const table = this.#tables.pop();
    for (const piece of table?.toBlocks() ?? []) this.#put(piece);
  }
}

function isHidden(attributes: Record<string, string>): boolean {
  return 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
}

/** The start of a page, which may declare its encoding. */
const HEAD_BYTES = 16 * 1024;
const DECLARED_ENCODING = /<meta[^>]+charset\s*=\s*["']?([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;

/** A web page as a reader sees it; returns its title. */
export function extractHtml(bytes: Buffer, writer: BlockWriter): string | undefined {
  const [, meta, xml] = DECLARED_ENCODING.exec(bytes.toString('latin1', 0, HEAD_BYTES)) ?? [];
  return writeHtml(decodeText(writer.truncateBytes(bytes), meta ?? xml), writer);
}

export function writeHtml(html: string, writer: BlockWriter): string | undefined {
  const reader = new HtmlReader((piece) => {
    if (piece.kind === 'heading') writer.addHeading(piece.level, piece.text);
    else writer.addBlock(piece.kind, piece.text);
  });
  return reader.read(html);
}

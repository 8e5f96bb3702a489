import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';

/** Puts the running text of a rich text file together: paragraphs, rows of cells, and notes below what they belong to. */
export class RtfParagraphs {
  /** The heading's level, from 0, when the paragraph says that it is one. */
  outline: number | undefined;
  isListed = false;
  isInTable = false;
  readonly #writer: BlockWriter;
  #text = '';
  #cells: string[] = [];
  #rows: string[][] = [];
  #notes: string[] = [];
  readonly #headersAndFooters = new Set<string>();
  /** Texts beside the running one that are open, one in another. */
  #asides = 0;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  add(text: string): void {
    this.#text += text;
  }

  endParagraph(): void {
    if (this.isInTable || this.#asides > 0) {
      this.#text += '\n';
      return;
    }
    this.#endTable();
    const text = this.#take();
    if (this.outline !== undefined) this.#writer.addHeading(this.outline + 1, text);
    else this.#writer.addBlock(this.isListed ? 'list' : 'paragraph', text);
    this.isListed = false;
    for (const note of this.#notes) this.#writer.addBlock('note', note);
    this.#notes = [];
  }

  endCell(): void {
    if (this.#asides > 0) this.#text += ' ';
    else this.#cells.push(this.#take());
  }

  endRow(): void {
    if (this.#asides > 0) return;
    this.#rows.push(this.#cells);
    this.#cells = [];
  }

  /** A text beside the running one; the function returned ends it. */
  beginSideText(kind: 'note' | 'margin'): () => void {
    const text = this.#text;
    const { isInTable, outline, isListed } = this;
    this.#text = '';
    this.#asides += 1;
    return () => {
      this.#asides -= 1;
      const aside = this.#take();
      if (kind === 'note') this.#notes.push(aside);
      // A page number alone is no text.
      else if (/\p{L}/u.test(aside)) this.#headersAndFooters.add(aside);
      Object.assign(this, { isInTable, outline, isListed });
      this.#text = text;
    };
  }

  end(): void {
    if (this.#cells.length > 0) this.endRow();
    this.isInTable = false;
    this.endParagraph();
    this.#writer.resetHeadings();
    for (const text of this.#headersAndFooters) this.#writer.addBlock('note', text);
  }

  #endTable(): void {
    for (const row of formatTable(this.#rows)) this.#writer.addBlock('table', row);
    this.#rows = [];
  }

  #take(): string {
    const text = this.#text.trim();
    this.#text = '';
    return text;
  }
}

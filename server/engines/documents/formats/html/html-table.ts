import { formatTable } from '#server/engines/documents/blocks/format-table.ts';

export type HtmlBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'list' | 'table'; text: string };

/** Larger spans are treated as mistakes. */
const MAX_SPAN = 100;
/** A cell longer than this is not a value but a column of the page's layout: its paragraphs are read as such. */
const LAYOUT_CELL_LENGTH = 1_500;

/** A table while it is read. Many a page, and most mails, are laid out with tables that are none. */
export class HtmlTable {
  readonly #rows: HtmlBlock[][][] = [];
  /** Text outside the cells: a caption. */
  readonly #beside: HtmlBlock[] = [];
  /** By column: a cell that reaches down, and into how many more rows. */
  #reaching: ({ cell: HtmlBlock[]; rows: number } | undefined)[] = [];
  #cell: HtmlBlock[] = this.#beside;

  startRow(): void {
    this.#rows.push([]);
    this.#cell = this.#beside;
    this.#reach();
  }

  startCell({ colspan, rowspan }: Record<string, string>): void {
    if (this.#rows.length === 0) this.startRow();
    const row = this.#rows.at(-1);
    if (!row) return;
    this.#cell = [];
    const rows = spanOf(rowspan) - 1;
    if (rows > 0) this.#reaching[row.length] = { cell: this.#cell, rows };
    row.push(this.#cell, ...Array.from({ length: spanOf(colspan) - 1 }, () => []));
    this.#reach();
  }

  addToCell(piece: HtmlBlock): void {
    this.#cell.push(piece);
  }

  /** Row by row with the names of the columns, or, where the table is only layout, piece by piece. */
  toBlocks(): HtmlBlock[] {
    const cells = this.#rows.flat();
    const texts = this.#rows.map((row) => row.map((cell) => cell.map(({ text }) => text).join(' ')));
    const isLayout =
      this.#rows.every((row) => row.length < 2) ||
      cells.some((cell) => cell.some(({ kind }) => kind === 'table' || kind === 'heading')) ||
      texts.flat().some((text) => text.length > LAYOUT_CELL_LENGTH);
    if (isLayout) return [...this.#beside, ...new Set(cells)].flat();
    return [...this.#beside, ...formatTable(texts).map((text) => ({ kind: 'table' as const, text }))];
  }

  /** Puts cells from rows above where they reach down to, so that the next ones stay under their headers. */
  #reach(): void {
    const row = this.#rows.at(-1);
    for (let above = this.#reaching[row?.length ?? 0]; row && above; above = this.#reaching[row.length]) {
      if (above.rows === 0) break;
      above.rows -= 1;
      row.push(above.cell);
    }
  }
}

function spanOf(span: string | undefined): number {
  const wanted = Number.parseInt(span ?? '1', 10);
  return wanted >= 1 ? Math.min(wanted, MAX_SPAN) : 1;
}

import type { PdfLine } from './pdf-lines.ts';

/** Fewer lines side by side are a table's rows. */
const MIN_LINES = 5;
/** Words of a sentence, and not a value, a label or a term. */
const MIN_LINE_LENGTH = 20;
/** Text further below belongs to another part of the page. */
const MAX_LINE_DISTANCE = 2.5;
/** Most lines of running text reach across their column. */
const FILLED_WIDTH_SHARE = 0.75;
const MIN_FILLED_LINES_SHARE = 0.6;

/**
 * Puts columns one after another where a page draws them line by line across: the parts of a line that stand far apart then
 * are not cells of a table but halves of two sentences.
 */
export function orderByColumns(lines: readonly PdfLine[]): PdfLine[] {
  const ordered: PdfLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const run = findAlignedLines(lines, at);
    if (run.length < MIN_LINES || !isRunningText(run)) {
      ordered.push(...lines.slice(at, at + Math.max(1, run.length)));
      at += Math.max(1, run.length);
      continue;
    }
    const columns = run[0]?.cells.length ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const left = run[0]?.cells[column]?.left ?? 0;
      for (const line of run) ordered.push(...cellToLine(line, left));
    }
    at += run.length;
  }
  return ordered;
}

/** The lines from here on whose parts begin at the same places, one below another. */
function findAlignedLines(lines: readonly PdfLine[], from: number): readonly PdfLine[] {
  const first = lines[from];
  if (!first || first.cells.length < 2) return lines.slice(from, from + 1);
  let to = from + 1;
  for (let next = lines[to]; next && isAligned(first, next); next = lines[to]) {
    if (distanceTo(lines[to - 1] ?? first, next) > MAX_LINE_DISTANCE) break;
    to += 1;
  }
  return lines.slice(from, to);
}

/** From line to line, in heights of type. */
function distanceTo(above: PdfLine, line: PdfLine): number {
  return (above.bottom - line.bottom) / line.fontSize;
}

/** The last lines of a column have nothing beside them; a line across the page is in none. */
function isAligned(first: PdfLine, line: PdfLine): boolean {
  return line.cells.every((cell) => {
    const column = first.cells.findIndex(({ left }) => Math.abs(left - cell.left) < line.fontSize);
    const next = first.cells[column + 1];
    return column >= 0 && (next === undefined || cell.right < next.left);
  });
}

function isRunningText(run: readonly PdfLine[]): boolean {
  const columns = run[0]?.cells ?? [];
  return columns.every((column) => {
    const cells = run.flatMap(({ cells, fontSize }) =>
      cells.filter(({ left }) => Math.abs(left - column.left) < fontSize),
    );
    // The widest is not used: one line may be longer than the column.
    const widths = cells.map(({ left, right }) => right - left).toSorted((a, b) => a - b);
    const width = widths[Math.floor(widths.length * 0.75)] ?? 0;
    const filled = cells.filter(({ left, right }) => right - left > width * FILLED_WIDTH_SHARE);
    const letters = cells.reduce((sum, { text }) => sum + text.length, 0);
    return filled.length > cells.length * MIN_FILLED_LINES_SHARE && letters > cells.length * MIN_LINE_LENGTH;
  });
}

function cellToLine(line: PdfLine, column: number): PdfLine[] {
  const cell = line.cells.find(({ left }) => Math.abs(left - column) < line.fontSize);
  if (!cell) return [];
  return [{ ...line, ...cell, cells: [cell], isRow: false }];
}

/** Brightness of each pixel, row after row. */
export interface GreyPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** In pixels, from the upper left corner. */
export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels on each side of a cell: a letter of body text is about two cells high. */
const CELL = 8;
/** Brightness by which compression changes a pixel at most. */
const NOISE = 56;
const MIN_CHANGED_PIXELS = 3;
/** Cells up to this far apart belong to one box: words of a line, lines of a paragraph. */
const REACH = { x: 3, y: 1 };
const MAX_BOXES = 200;
const WHITE = 255;

/** Finds the boxes that contain everything that differs between two pages, from top to bottom. */
export function findChangedBoxes(a: GreyPage, b: GreyPage): PixelBox[] {
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const changed = findChangedCells(a, b, { columns, rows });
  const boxes = joinCells(changed, columns, rows).map(({ left, top, right, bottom }) => {
    const [x, y] = [left * CELL, top * CELL];
    return {
      x,
      y,
      width: Math.min(width, (right + 1) * CELL) - x,
      height: Math.min(height, (bottom + 1) * CELL) - y,
    };
  });
  return boxes
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, MAX_BOXES)
    .toSorted((one, other) => one.y - other.y || one.x - other.x);
}

function findChangedCells(
  a: GreyPage,
  b: GreyPage,
  { columns, rows }: { columns: number; rows: number },
): Uint8Array {
  const counts = new Uint8Array(columns * rows);
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      // What one of the pages does not have is white there.
      const before = x < a.width && y < a.height ? (a.data[y * a.width + x] ?? WHITE) : WHITE;
      const after = x < b.width && y < b.height ? (b.data[y * b.width + x] ?? WHITE) : WHITE;
      if (Math.abs(before - after) <= NOISE) continue;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  return counts.map((count) => (count >= MIN_CHANGED_PIXELS ? 1 : 0));
}

interface CellBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Joins changed cells that are near each other. */
function joinCells(changed: Uint8Array, columns: number, rows: number): CellBox[] {
  const boxes: CellBox[] = [];
  const pending: number[] = [];
  for (let start = 0; start < changed.length; start += 1) {
    if (changed[start] !== 1) continue;
    let box: CellBox = { left: columns, top: rows, right: 0, bottom: 0 };
    changed[start] = 0;
    pending.push(start);
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      box = {
        left: Math.min(box.left, x),
        top: Math.min(box.top, y),
        right: Math.max(box.right, x),
        bottom: Math.max(box.bottom, y),
      };
      for (let row = Math.max(0, y - REACH.y); row <= Math.min(rows - 1, y + REACH.y); row += 1)
        for (let at = Math.max(0, x - REACH.x); at <= Math.min(columns - 1, x + REACH.x); at += 1) {
          const near = row * columns + at;
          if (changed[near] !== 1) continue;
          changed[near] = 0;
          pending.push(near);
        }
    }
    boxes.push(box);
  }
  return boxes;
}

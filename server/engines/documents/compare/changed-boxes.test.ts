import { expect, test } from 'vitest';
import { findChangedBoxes, type GreyPage, type PixelBox } from './changed-boxes.ts';

const [WIDTH, HEIGHT] = [800, 1_100];

/** Returns random numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const noise = createRandom(0);
/** White as compression leaves it. Each page begins elsewhere in it: to make a page of its own for each takes seconds. */
const NOISE = new Uint8Array(2 * WIDTH * HEIGHT).map(() => 255 - noise(12));

/** A page with noise and dark rectangles. */
function pageWith(dark: readonly PixelBox[], seed: number, height = HEIGHT): GreyPage {
  const random = createRandom(seed);
  const start = random(WIDTH * HEIGHT);
  const data = NOISE.slice(start, start + WIDTH * height);
  for (const { x, y, width, height: rows } of dark)
    for (let row = y; row < y + rows; row += 1)
      data.fill(random(20), row * WIDTH + x, row * WIDTH + x + width);
  return { width: WIDTH, height, data };
}

const contains = (outer: PixelBox, inner: PixelBox): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

test('equal pages have no boxes, whatever compression did to them', () => {
  const kept = [{ x: 100, y: 100, width: 300, height: 20 }];
  expect(findChangedBoxes(pageWith(kept, 1), pageWith(kept, 2))).toEqual([]);
});

test('of 100 pairs of pages each change is in one box that is little larger, and nothing else is', () => {
  for (let pair = 1; pair <= 100; pair += 1) {
    const random = createRandom(pair);
    // Changes in rows of their own, far from each other.
    const changes = Array.from({ length: 1 + random(4) }, (_, nth) => ({
      x: random(WIDTH - 200),
      y: 40 + nth * 220 + random(80),
      width: 12 + random(180),
      height: 8 + random(40),
    }));
    const kept = [{ x: 40, y: 10, width: 600, height: 12 }];
    const isRemoved = pair % 2 === 0;
    const [without, withAll] = [pageWith(kept, pair), pageWith([...kept, ...changes], pair + 1)];
    const boxes = isRemoved ? findChangedBoxes(withAll, without) : findChangedBoxes(without, withAll);
    expect(boxes).toHaveLength(changes.length);
    for (const [nth, change] of changes.entries()) {
      const box = boxes[nth];
      expect(box && contains(box, change), `pair ${pair}`).toBe(true);
      expect((box?.width ?? 0) - change.width).toBeLessThan(16);
      expect((box?.height ?? 0) - change.height).toBeLessThan(16);
    }
  }
});

test('what only the longer of two pages has is a change', () => {
  const below = { x: 100, y: 1_050, width: 200, height: 20 };
  const [box, ...others] = findChangedBoxes(pageWith([], 1, 1_000), pageWith([below], 2));
  expect(others).toEqual([]);
  expect(box && contains(box, below)).toBe(true);
});

import { expect, test } from 'vitest';
import { placePopover } from './place-popover.ts';

const WINDOW = { width: 400, height: 800 };
const POPOVER = { width: 320, height: 150 };

test('a popover goes below its target, centered on it', () => {
  const target = { left: 150, top: 100, width: 100, height: 36 };
  expect(placePopover(target, POPOVER, WINDOW)).toEqual({ left: 40, top: 144 });
});

test('a popover goes above a target at the end of the window', () => {
  const target = { left: 150, top: 760, width: 100, height: 36 };
  expect(placePopover(target, POPOVER, WINDOW)).toEqual({ left: 40, top: 602 });
});

test('a popover stays in the window beside a target at its edge, or one that fills it', () => {
  expect(placePopover({ left: 0, top: 4, width: 36, height: 36 }, POPOVER, WINDOW).left).toBe(8);
  expect(placePopover({ left: 364, top: 4, width: 36, height: 36 }, POPOVER, WINDOW).left).toBe(72);
  expect(placePopover({ left: 0, top: 0, ...WINDOW }, POPOVER, WINDOW)).toEqual({ left: 40, top: 642 });
});

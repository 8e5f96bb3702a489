import { expect, test } from 'vitest';
import { type PlacedShape, placeShapes } from './place-shapes.ts';

const makeShape = (type?: string, size = { w: 0, h: 0 }): PlacedShape => ({
  nodeType: 'shape',
  position: { x: 0, y: 0 },
  size,
  ...(type !== undefined && { placeholder: { type } }),
});

test('shapes without a place get that of a title or a part of the space below, and no other shape moves', () => {
  const [title, first, second, number] = [
    makeShape('title'),
    makeShape('body'),
    makeShape(),
    makeShape('sldNum'),
  ];
  const placed = makeShape('body', { w: 10, h: 5 });
  const photo = { ...makeShape(), nodeType: 'picture' };
  placeShapes([title, first, second, number, placed, photo], { width: 1000, height: 500 });
  expect(title).toMatchObject({ position: { x: 50, y: 30 }, size: { w: 900, h: 90 } });
  expect(first.position.y).toBeGreaterThan(title.position.y + title.size.h);
  expect(second.position.y).toBeCloseTo(first.position.y + first.size.h);
  expect(second.position.y + second.size.h).toBeLessThan(500);
  for (const shape of [number, placed, photo]) expect(shape.position).toEqual({ x: 0, y: 0 });
  expect(placed.size).toEqual({ w: 10, h: 5 });
});

import { expect, test } from 'vitest';
import { contrastWithWhite, nearestReadableColor } from './accent-color.ts';

test('a color on which white text can be read stays, any other becomes as dark as necessary', () => {
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1);
  expect(contrastWithWhite('#000000')).toBeCloseTo(21);
  expect(nearestReadableColor('#203c74')).toBe('#203c74');
  for (const color of ['#ffcc00', '#ffffff', '#00ff00', '#ff0000', '#808080']) {
    const nearest = nearestReadableColor(color);
    expect(contrastWithWhite(nearest)).toBeGreaterThanOrEqual(4.5);
    expect(contrastWithWhite(nearest)).toBeLessThan(4.8);
  }
});

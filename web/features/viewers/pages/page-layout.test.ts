import { describe, expect, test } from 'vitest';
import { nextZoom, pageWidth, pictureWidth } from './page-layout.ts';

describe('the zoom', () => {
  test('goes step by step to its ends and no further', () => {
    expect([nextZoom(1, 'in'), nextZoom(1, 'out')]).toEqual([1.25, 0.75]);
    expect([nextZoom(3, 'in'), nextZoom(0.5, 'out')]).toEqual([3, 0.5]);
  });
});

describe('a page', () => {
  test('fills a narrow window and stays readable in a wide one', () => {
    expect([pageWidth(400, 1), pageWidth(2000, 1), pageWidth(2000, 2), pageWidth(0, 1)]).toEqual([
      368, 900, 1800, 0,
    ]);
  });

  test('is fetched as sharp as the screen shows it', () => {
    expect([pictureWidth(368, 1), pictureWidth(900, 1), pictureWidth(900, 2), pictureWidth(2700, 2)]).toEqual(
      ['800', '1200', '2400', '2400'],
    );
  });
});

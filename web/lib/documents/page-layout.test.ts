import { describe, expect, test } from 'vitest';
import { getImageWidth, getNextZoom, getPageWidth } from './page-layout.ts';

describe('the zoom', () => {
  test('the zoom changes by one level and stops at both ends', () => {
    expect([getNextZoom(1, 'in'), getNextZoom(1, 'out')]).toEqual([1.25, 0.75]);
    expect([getNextZoom(3, 'in'), getNextZoom(0.5, 'out')]).toEqual([3, 0.5]);
  });
});

describe('a page', () => {
  test('a page fills a narrow window and has a maximum width in a wide one', () => {
    expect([getPageWidth(400, 1), getPageWidth(2000, 1), getPageWidth(2000, 2), getPageWidth(0, 1)]).toEqual([
      368, 900, 1800, 0,
    ]);
  });

  test('the page of a sheet stays readable in a narrow window, and fits a wide one', () => {
    expect([getPageWidth(380, 1, true), getPageWidth(1200, 1, true), getPageWidth(0, 1, true)]).toEqual([
      640, 900, 0,
    ]);
  });

  test('a page image is requested at the resolution of the screen', () => {
    expect([
      getImageWidth(368, 1),
      getImageWidth(900, 1),
      getImageWidth(900, 2),
      getImageWidth(2700, 2),
      getImageWidth(380, 2.6, false),
      getImageWidth(380, 2.6, true),
    ]).toEqual(['800', '1200', '2400', '2400', '1200', '800']);
  });
});

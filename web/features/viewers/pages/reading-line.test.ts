import { describe, expect, it } from 'vitest';
import { getReadingLine } from './reading-line.ts';

describe('the line of the page that is read', () => {
  it('the line of the page that is read is in the middle of the view while there is more above and below', () => {
    expect(getReadingLine({ offset: 1000, view: 600, total: 5000 })).toBe(1300);
  });

  it('the line of the page that is read is at the top of the first page and at the bottom of the last one', () => {
    expect(getReadingLine({ offset: 0, view: 600, total: 5000 })).toBe(0);
    expect(getReadingLine({ offset: 4400, view: 600, total: 5000 })).toBe(5000);
  });

  it('the line of the page that is read moves from the top to the bottom when a little is out of view', () => {
    const at = (offset: number) => getReadingLine({ offset, view: 600, total: 800 });
    expect([at(0), at(100), at(200)]).toEqual([0, 400, 800]);
    expect(getReadingLine({ offset: 0, view: 600, total: 300 })).toBe(0);
  });
});

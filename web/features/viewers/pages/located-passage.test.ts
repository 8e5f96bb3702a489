import { afterEach, expect, test, vi } from 'vitest';
import { locatePassage } from './located-passage.ts';

afterEach(() => vi.unstubAllGlobals());

const matchOn = (page: number) => ({ page, boxes: [{ x: 0, y: 0, width: 0.5, height: 0.1 }] });

/** Answers as a document that has the quote on one page; returns the pages that were asked for. */
function answerFrom(quotePage: number | undefined): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const page = new URL(url, 'http://room').searchParams.get('page');
    asked.push(page);
    const isThere = quotePage !== undefined && (page === null || page === String(quotePage));
    return Response.json({ matches: isThere ? [matchOn(quotePage)] : [], nextPage: null });
  });
  return asked;
}

const options = { layout: undefined, signal: new AbortController().signal };

test('a passage on its page is found with one request', async () => {
  const asked = answerFrom(3);
  expect(await locatePassage(1, { page: 3, quote: 'the rent' }, options)).toEqual(matchOn(3));
  expect(asked).toEqual(['3']);
});

test('a passage on another page than its slide is found among all pages', async () => {
  const asked = answerFrom(5);
  expect(await locatePassage(1, { slide: 2, quote: 'the rent' }, options)).toEqual(matchOn(5));
  expect(asked).toEqual(['2', null]);
});

test('a passage that is nowhere is not found', async () => {
  answerFrom(undefined);
  expect(await locatePassage(1, { slide: 2, quote: 'the rent' }, options)).toBeNull();
  expect(await locatePassage(1, { slide: 2 }, options)).toBeNull();
});

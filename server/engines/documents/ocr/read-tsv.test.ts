import { expect, test } from 'vitest';
import { readTsv } from './read-tsv.ts';

const word = (place: string, confidence: string, text: string) =>
  ['5', '1', ...place.split('.'), '1', '0', '0', '9', '9', confidence, text].join('\t');

test('words are joined to lines and paragraphs, with their mean confidence', () => {
  const tsv = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t',
    word('1.1.1', '90', 'The'),
    word('1.1.1', '95.5', 'ten-'),
    word('1.1.2', '97', 'ant'),
    word('1.1.2', '12', ' '),
    word('1.2.1', '20', 'pays'),
    word('2.1.1', '40', 'rent'),
  ].join('\n');
  expect(readTsv(tsv)).toEqual({
    text: 'The ten-\nant\n\npays\n\nrent',
    confidence: 68.5,
    words: 5,
  });
});

test('a page without words has no confidence', () => {
  expect(readTsv('')).toEqual({ text: '', confidence: 0, words: 0 });
  expect(readTsv('5\t1\nrubbish\t\t\t')).toEqual({ text: '', confidence: 0, words: 0 });
});

test('numbers out of range are limited, and endless text is cut', () => {
  expect(readTsv(word('1.1.1', '4000', 'a')).confidence).toBe(100);
  expect(readTsv(word('1.1.1', 'many', 'a')).confidence).toBe(0);
  const endless = Array.from({ length: 30 }, () => word('1.1.1', '50', 'x'.repeat(10_000))).join('\n');
  expect(readTsv(endless).text.length).toBeLessThanOrEqual(200_100);
});

import { expect, test } from 'vitest';
import { ExactNumber, parseExactly } from './parse-exactly.ts';

test.each(['9007199254740993', '-12345678901234567890', '0.12345678901234567890', '1e400'])(
  '%s keeps its digits',
  (text) => {
    expect(parseExactly(`{"id": [${text}]}`)).toEqual({ id: [new ExactNumber(text)] });
  },
);

test('numbers that are not rounded, and texts of digits, stay what they are', () => {
  const text = '{"a": 1.50, "b": 9007199254740991, "c": "9007199254740993", "d": null}';
  expect(parseExactly(text)).toEqual({ a: 1.5, b: 9007199254740991, c: '9007199254740993', d: null });
});

test('what is no JSON is nothing', () => {
  expect(parseExactly('{"id": 9007199254740993')).toBeUndefined();
});

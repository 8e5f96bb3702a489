import { expect, test } from 'vitest';
import { fillWatermark, WATERMARK_PARTS, watermarkProblem } from './watermarks.ts';

const VALUES = {
  name: 'Ann',
  email: 'ann@example.test',
  group: '',
  date: '2026-11-26',
  time: '12:00 UTC',
  link: 'Fund X',
  room: 'Corvane',
  copy: '7',
};

test('every part of a watermark is replaced, and one without a value leaves no gap', () => {
  const template = WATERMARK_PARTS.map((part) => `{${part}}`).join(' ');
  expect(fillWatermark(template, VALUES)).toBe('Ann ann@example.test 2026-11-26 12:00 UTC Fund X Corvane 7');
});

test('a dot between parts is left out with a part that has no value', () => {
  const values = { ...VALUES, link: '' };
  expect(fillWatermark('{email} · {date} {time} · {link}', values)).toBe(
    'ann@example.test · 2026-11-26 12:00 UTC',
  );
  expect(fillWatermark('{group} · {name} · {link} · {copy}', values)).toBe('Ann · 7');
});

test('the values of parts are not templates themselves', () => {
  expect(fillWatermark('{name} {link}', { ...VALUES, name: '{copy}', link: '$1 {email}' })).toBe(
    '{copy} $1 {email}',
  );
});

test('a watermark without a person, or with an unknown part, is refused', () => {
  expect(watermarkProblem('{date} {copy}')).toBe('Add {name} or {email}.');
  expect(watermarkProblem('{email} {phone}')).toBe('{phone} is not a part of a watermark.');
  expect(watermarkProblem('For {email} only')).toBeUndefined();
});

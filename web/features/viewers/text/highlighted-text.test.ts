import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitIntoSections } from './highlighted-text.tsx';

test('joined sections equal the text and end at line breaks', () => {
  const line = fc.string({ maxLength: 9000 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      const sections = splitIntoSections(text);
      expect(sections.join('')).toBe(text);
      expect(sections.slice(0, -1).every((section) => section.endsWith('\n'))).toBe(true);
      expect(sections.slice(0, -1).every((section) => section.length > 8192)).toBe(true);
    }),
  );
});

test('a text of many short lines is split into sections of a few screens', () => {
  const sections = splitIntoSections('short line\n'.repeat(100_000));
  expect(sections.length).toBeGreaterThan(100);
});

import type { PDFFont } from '@cantoo/pdf-lib';

export interface FontPair {
  regular: PDFFont;
  bold: PDFFont;
}

interface Segment {
  text: string;
  font: PDFFont;
  width: number;
  spaces: number;
}

export interface Line {
  segments: readonly Segment[];
  width: number;
  spaces: number;
}

interface Word {
  text: string;
  font: PDFFont;
}

/** Marks a word without a space before it. */
const ATTACHED = '\u0000';

const widths = new WeakMap<PDFFont, Map<string, number>>();

/** Measures at one point; words repeat, so their widths are kept. */
function measure(font: PDFFont, text: string): number {
  const known = widths.get(font) ?? new Map<string, number>();
  if (!widths.has(font)) widths.set(font, known);
  const width = known.get(text) ?? font.widthOfTextAtSize(text, 1);
  known.set(text, width);
  return width;
}

/** Breaks a text with `**bold**` words into lines. */
export function breakLines(
  text: string,
  fonts: FontPair,
  { size, bold, width }: { size: number; bold: boolean; width: number },
): Line[] {
  const words = splitWords(text, fonts, bold);
  const lines: Line[] = [];
  let line: Word[] = [];
  let used = 0;
  for (const word of words) {
    const wordWidth = measure(word.font, word.text) * size;
    const gap = line.length === 0 ? 0 : measure(word.font, ' ') * size;
    if (line.length > 0 && used + gap + wordWidth > width) {
      lines.push(joinWords(line, size));
      line = [word];
      used = wordWidth;
    } else {
      line.push(word);
      used += gap + wordWidth;
    }
  }
  if (line.length > 0) lines.push(joinWords(line, size));
  return lines;
}

function splitWords(text: string, fonts: FontPair, bold: boolean): Word[] {
  return text.split('**').flatMap((part, index, parts) => {
    const font = bold || index % 2 === 1 ? fonts.bold : fonts.regular;
    // Punctuation after a bold word stays attached to it.
    const isAttached = /\S$/.test(parts[index - 1] ?? '') && /^\S/.test(part);
    return part
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word, at) => ({ text: isAttached && at === 0 ? `${ATTACHED}${word}` : word, font }));
  });
}

function joinWords(words: readonly Word[], size: number): Line {
  const segments: Segment[] = [];
  for (const [index, { text: raw, font }] of words.entries()) {
    const isAttached = raw.startsWith(ATTACHED);
    const word = isAttached ? raw.slice(1) : raw;
    const spaced = index > 0 && !isAttached ? ` ${word}` : word;
    const last = segments.at(-1);
    if (last?.font === font) segments[segments.length - 1] = { ...last, text: last.text + spaced };
    else segments.push({ text: spaced, font, width: 0, spaces: 0 });
  }
  const measured = segments.map(({ text, font }) => ({
    text,
    font,
    width:
      text
        .split(' ')
        .reduce((sum, word, at) => sum + (at > 0 ? measure(font, ' ') : 0) + measure(font, word), 0) * size,
    spaces: text.split(' ').length - 1,
  }));
  return {
    segments: measured,
    width: measured.reduce((sum, { width }) => sum + width, 0),
    spaces: measured.reduce((sum, { spaces }) => sum + spaces, 0),
  };
}

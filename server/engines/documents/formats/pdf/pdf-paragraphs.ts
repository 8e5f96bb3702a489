import { headingLevelFromText, startsListItem } from '#server/engines/documents/blocks/line-structure.ts';
import type { PdfLine } from './pdf-lines.ts';

/** Type this much larger than the body's is a heading's. */
export const HEADING_SCALE = 1.18;
const PARAGRAPH_GAP = 1.3;
const SHORT_LINE_SHARE = 0.2;
const INDENT_SCALE = 1.2;

/** Lines of one page that belong together: a paragraph, a heading, an item, or the rows of a table. */
export function groupLines(lines: readonly PdfLine[]): PdfLine[][] {
  const pitch = lineSpacing(lines);
  const groups: PdfLine[][] = [];
  lines.forEach((line, index) => {
    const group = groups.at(-1);
    const before = lines[index - 1];
    if (group && before && continuesGroup(before, line, group, pitch)) group.push(line);
    else groups.push([line]);
  });
  return groups;
}

/** The distance from line to line, in heights of type, that is most common on the page. */
function lineSpacing(lines: readonly PdfLine[]): number {
  const distances = lines
    .flatMap((line, index) => {
      const before = lines[index - 1];
      const distance = before ? (before.bottom - line.bottom) / line.fontSize : 0;
      return distance > 0.5 && distance < 3 ? [distance] : [];
    })
    .sort((a, b) => a - b);
  // The lower third: paragraphs' gaps and headings are among the distances, and are the larger ones.
  return distances[Math.floor(distances.length / 3)] ?? 1.2;
}

function continuesGroup(before: PdfLine, line: PdfLine, group: readonly PdfLine[], pitch: number): boolean {
  if (before.isRow || line.isRow) return before.isRow && line.isRow && before.bottom > line.bottom;
  const ratio = line.fontSize / before.fontSize;
  if (ratio > 1.1 || ratio < 0.9 || line.isBold !== before.isBold)
    return endsMidSentence(before) && /^\p{Ll}/u.test(line.text) && ratio < 1.1 && ratio > 0.9;
  if (startsListItem(line.text)) return false;
  const distance = (before.bottom - line.bottom) / line.fontSize;
  // Upwards is the next column: only a sentence that is not over goes on there.
  if (distance < -0.5) return endsMidSentence(before) && /^\p{Ll}/u.test(line.text);
  if (distance > Math.max(pitch * PARAGRAPH_GAP, pitch + 0.2)) return false;
  const capitals = isCapitals(before.text);
  if (
    capitals !== isCapitals(line.text) &&
    (headingLevelFromText(before.text) ?? headingLevelFromText(line.text))
  )
    return false;
  if (headingLevelFromText(before.text) !== undefined && !capitals) return false;
  const right = Math.max(line.right, ...group.map((member) => member.right));
  const left = Math.min(line.left, ...group.map((member) => member.left));
  const isShort = right - before.right > SHORT_LINE_SHARE * (right - left);
  if (isShort && !/^[\p{Ll}(]/u.test(line.text)) return false;
  const isIndented = line.left - before.left > INDENT_SCALE * line.fontSize && group.length > 1;
  return !(isIndented && !endsMidSentence(before));
}

function endsMidSentence(line: PdfLine): boolean {
  return !/[.:;!?]["”’)]?$/.test(line.text);
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { decodeText } from './decode-text.ts';

/**
 * Markdown: headings, lists, tables and fenced code by their marks; the marks of emphasis stay, since they harm nothing. A line
 * may be as long as the file, so each pattern takes time that grows no faster than it.
 */
export function extractMarkdown(bytes: Uint8Array, writer: BlockWriter): void {
  const lines = decodeText(writer.truncateBytes(bytes)).replace(/\r\n?/g, '\n').split('\n');
  let open: string[] = [];
  const flush = (): void => {
    if (open.length > 0) writeLines(open, writer);
    open = [];
  };
  let fence = '';
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const heading = /^ {0,3}(#{1,6})(?:\s(.*))?$/.exec(line.trimEnd());
    const underline = open.length === 1 ? /^ {0,3}(=+|-+)\s*$/.exec(line) : null;
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      else open.push(line);
      if (fence === '') {
        writer.addBlock('paragraph', open.join('\n'));
        open = [];
      }
    } else if (mark !== '') {
      flush();
      fence = mark;
    } else if (heading) {
      flush();
      writer.addHeading(heading[1]?.length ?? 1, withoutClosingMarks(heading[2] ?? ''));
    } else if (underline && !/^\s*([-*+>|]|\d+[.)])/.test(open[0] ?? '')) {
      writer.addHeading(underline[1]?.startsWith('=') ? 1 : 2, open[0] ?? '');
      open = [];
    } else if (line.trim() === '') flush();
    else open.push(line);
  }
  flush();
}

/** Returns the text of a heading without the marks that may follow it, as in `## Title ##`. */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end -= 1;
  const isClosed = end < heading.length && /\s/.test(heading[end - 1] ?? '');
  return (isClosed ? heading.slice(0, end) : heading).trim();
}

function writeLines(lines: string[], writer: BlockWriter): void {
  const [first = '', second = ''] = lines;
  if (first.includes('|') && /^[\s|:-]+$/.test(second) && second.includes('-')) {
    const rows = [first, ...lines.slice(2)].map((line) => line.replace(/^\s*\||\|\s*$/g, '').split('|'));
    for (const row of formatTable(rows)) writer.addBlock('table', row);
    return;
  }
  const isList = /^\s*([-*+]|\d+[.)])\s/.test(first);
  writer.addBlock(isList ? 'list' : 'paragraph', lines.join('\n'));
}

import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { decodeText } from './decode-text.ts';

/** Markdown: headings, lists, tables and fenced code by their marks; the marks of emphasis stay, since they harm nothing. */
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
    const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(line);
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
      writer.addHeading(heading[1]?.length ?? 1, heading[2] ?? '');
    } else if (underline && !/^\s*([-*+>|]|\d+[.)])/.test(open[0] ?? '')) {
      writer.addHeading(underline[1]?.startsWith('=') ? 1 : 2, open[0] ?? '');
      open = [];
    } else if (line.trim() === '') flush();
    else open.push(line);
  }
  flush();
}

function writeLines(lines: string[], writer: BlockWriter): void {
  const [first = '', second = ''] = lines;
  if (first.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(second)) {
    const rows = [first, ...lines.slice(2)].map((line) => line.replace(/^\s*\||\|\s*$/g, '').split('|'));
    for (const row of formatTable(rows)) writer.addBlock('table', row);
    return;
  }
  const isList = /^\s*([-*+]|\d+[.)])\s/.test(first);
  writer.addBlock(isList ? 'list' : 'paragraph', lines.join('\n'));
}

import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeText } from './decode-text.ts';
import { writePlainText } from './extract-plain-text.ts';

/** A block gathers this much of one top-level element at most, so that a citation stays short. */
const MAX_BLOCK_LENGTH = 2_000;

/** JSON as 'path: value' lines, one group per top-level element; what does not parse is indexed as it stands. */
export function extractJson(bytes: Uint8Array, writer: BlockWriter): void {
  const source = decodeText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    writePlainText(source, writer);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    writer.addBlock('paragraph', String(value));
    return;
  }
  for (const [key, element] of Object.entries(value)) {
    if (writer.isTruncated) return;
    let lines: string[] = [];
    let length = 0;
    for (const line of flatten(key, element)) {
      if (length > MAX_BLOCK_LENGTH) {
        writer.addBlock('paragraph', lines.join('\n'));
        lines = [];
        length = 0;
        if (writer.isTruncated) return;
      }
      lines.push(line);
      length += line.length;
    }
    writer.addBlock('paragraph', lines.join('\n'));
  }
}

/** A work list instead of recursion: JSON nests as deep as its writer likes. */
function* flatten(key: string, root: unknown): Generator<string> {
  const pending: [string, unknown][] = [[key, root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null) yield `${path}: ${String(value)}`;
    else if (Object.keys(value).length === 0) yield path;
    else
      for (const [name, child] of Object.entries(value).toReversed())
        pending.push([`${path}.${name}`, child]);
  }
}

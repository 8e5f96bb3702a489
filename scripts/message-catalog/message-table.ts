import { readFileSync } from 'node:fs';

interface MessageRow {
  /** Wording of the specification; `{…}` is a placeholder. */
  message: string;
  /** Title of a toast, when the message follows as its description. */
  title: string | undefined;
  assertedIn: string;
}

/** Reads the rows of `messages.md`: message, when, where, asserted in. */
export function readMessageTable(path: string): MessageRow[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [message = '', , , assertedIn = ''] = line.slice(2, -2).split(' | ');
    if (!line.startsWith('| ') || message === 'message') return [];
    const [first = '', second] = message.split(' / ');
    return [{ message: second ?? first, title: second && first, assertedIn }];
  });
}

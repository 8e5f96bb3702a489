import { readFileSync } from 'node:fs';

interface MessageRow {
  /** As the specification has it; `{…}` stands for what is filled in. */
  message: string;
  /** A toast's title that says little by itself. */
  title: string | undefined;
  assertedIn: string;
}

/** The rows of `docs/messages.md`: message, when, where, asserted in. */
export function readMessageTable(path: string): MessageRow[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [message = '', , , assertedIn = ''] = line.slice(2, -2).split(' | ');
    if (!line.startsWith('| ') || message === 'message') return [];
    const [first = '', second] = message.split(' / ');
    return [{ message: second ?? first, title: second && first, assertedIn }];
  });
}

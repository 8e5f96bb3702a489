import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ServerOutput } from '#server/testing/start-server.ts';

/** The level of errors in the lines of pino. */
const ERROR_LEVEL = 50;
/** The message of server/http/error-handler.ts for what it answers with 500. */
const ANSWERED_500 = 'request failed';
const MAX_CAUSES = 5;

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
}

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly route?: string;
  readonly err?: LoggedError;
}

/** The errors that the nodes log, in a file for each of them. */
export interface NodeLogs {
  /** Returns the receiver of what the processes of one node write, also after a restart. */
  receiverOf(node: string): ServerOutput;
  /** Returns the numbers of logged errors, and the different ones behind answers of 500. */
  lines(): string[];
  /** Ends the files. Keeps them if something failed, and returns their folder then. */
  end(hasFailed: boolean): Promise<string | undefined>;
}

/** Creates a folder for the logs of nodes. Lines below the level of errors are left out. */
export async function createNodeLogs(directory = tmpdir()): Promise<NodeLogs> {
  const folder = await mkdtemp(join(directory, 'muniment-cluster-logs-'));
  const files = new Map<string, WriteStream>();
  const counts = new Map<string, number>();
  const causes = new Map<string, number>();

  function keep(node: string, line: string): void {
    counts.set(node, (counts.get(node) ?? 0) + 1);
    files.get(node)?.write(`${line}\n`);
  }

  function keepError(node: string, line: string): void {
    const logged = parseLine(line);
    if (logged === undefined || logged.level < ERROR_LEVEL) return;
    keep(node, line);
    if (logged.msg !== ANSWERED_500) return;
    const cause = describeCause(logged);
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }

  return {
    receiverOf(node) {
      if (!files.has(node)) files.set(node, createWriteStream(join(folder, `node-${node}.log`)));
      counts.set(node, counts.get(node) ?? 0);
      return {
        stdout: createLineReader((line) => keepError(node, line)),
        // Nothing but warnings of Node and the last words of a process.
        stderr: createLineReader((line) => keep(node, line)),
      };
    },
    lines() {
      const logged = [...counts].map(([node, count]) => `${node} ${count}`).join(', ');
      const distinct = [...causes].map(([cause, count]) => `  answered 500, ${count} times: ${cause}`);
      return [
        `errors in the logs of the nodes: ${logged}`,
        ...distinct.slice(0, MAX_CAUSES),
        ...(distinct.length > MAX_CAUSES ? [`  … and ${distinct.length - MAX_CAUSES} more`] : []),
      ];
    },
    async end(hasFailed) {
      for (const file of files.values()) await finished(file.end());
      if (hasFailed) return folder;
      await rm(folder, { recursive: true });
      return undefined;
    },
  };
}

/** Calls `onLine` with each complete line of what arrives in pieces. */
function createLineReader(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  };
}

/** Returns a line of the log; nothing for other lines, such as the one with the address. */
function parseLine(line: string): LogLine | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    const isLogged = typeof parsed === 'object' && parsed !== null && 'level' in parsed;
    return isLogged ? (parsed as LogLine) : undefined; // as pino writes it
  } catch {
    return undefined;
  }
}

/** Names the route, the error and where in the server it was thrown. */
function describeCause({ route = '', err }: LogLine): string {
  const frame = err?.stack?.split('\n').find((line) => line.includes('/server/'));
  const [at = ''] = /server\/[^)]*/.exec(frame ?? '') ?? [];
  return `${route}: ${err?.type ?? 'Error'}: ${err?.message ?? 'no message'}${at && ` (${at})`}`;
}

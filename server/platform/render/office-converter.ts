import { type ChildProcess, spawn } from 'node:child_process';
import { constants, createReadStream } from 'node:fs';
import { access, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

/** What LibreOffice draws far better than we do, and what it alone can open. */
const TYPES = new Set(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf']);
const MEMORY_BYTES = 4 * 1024 ** 3;
const LARGEST_PDF = 200 * 1024 ** 2;

export interface OfficeConverter {
  /** The document as a PDF, or nothing when this machine or this document doesn't allow it. */
  toPdf(type: string, bytes: () => Promise<Readable>): Promise<ConvertedPdf | undefined>;
}

interface ConvertedPdf {
  bytes(): Promise<Readable>;
  remove(): Promise<void>;
}

interface ConverterOptions {
  timeoutMs: number;
  /** Folders that the program must not see: a document may name any file of this machine as a part of its own. */
  hidden: readonly string[];
  /** Where programs are looked for. */
  path?: string | undefined;
}

/**
 * Office documents as PDF, by the LibreOffice of this machine. It runs only where the system can shut it in: without network,
 * without our folders, without sight of other processes, for a minute at most. Else documents are drawn from their text.
 */
export function createOfficeConverter({ timeoutMs, hidden, path = '' }: ConverterOptions): OfficeConverter {
  let program: Promise<string | undefined> | undefined;

  const run = (command: readonly string[], directory: string): Promise<boolean> => {
    const env = { PATH: path, HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' };
    const shutIn = sandbox(hidden, Math.ceil(timeoutMs / 1000));
    // A group of its own, which is killed as one; with the first process of the sandbox all others in it end.
    return endOf(
      spawn('unshare', [...shutIn, ...command], { env, cwd: directory, stdio: 'ignore', detached: true }),
      timeoutMs,
    );
  };

  async function findProgram(): Promise<string | undefined> {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const found = join(folder, 'soffice');
      const isThere = await access(found, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return (await run(['true'], tmpdir())) ? found : undefined;
    }
    return undefined;
  }

  return {
    async toPdf(type, bytes) {
      if (!TYPES.has(type)) return undefined;
      program ??= findProgram();
      const office = await program;
      if (office === undefined) return undefined;
      const directory = await mkdtemp(join(tmpdir(), 'muniment-office-'));
      const remove = () => rm(directory, { recursive: true, force: true });
      try {
        const document = join(directory, `document.${type}`);
        await pipeline(await bytes(), (await open(document, 'wx', 0o600)).createWriteStream());
        const profile = `-env:UserInstallation=${pathToFileURL(join(directory, 'profile'))}`;
        const quiet = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'];
        const command = [office, profile, ...quiet, '--convert-to', 'pdf', '--outdir', directory, document];
        const pdf = join(directory, 'document.pdf');
        const isDone =
          (await run(command, directory)) &&
          (await access(pdf)
            .then(() => true)
            .catch(() => false));
        if (isDone) return { bytes: async () => createReadStream(pdf), remove };
        await remove();
        return undefined;
      } catch (error) {
        await remove();
        throw error;
      }
    },
  };
}

function sandbox(hidden: readonly string[], seconds: number): string[] {
  const limits = [`--cpu=${seconds}`, `--as=${MEMORY_BYTES}`, `--fsize=${LARGEST_PDF}`, '--core=0'];
  return [
    ...['--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
    ...['sh', '-c', HIDE_AND_RUN, 'sh', String(hidden.length), ...hidden],
    ...['prlimit', ...limits, '--'],
  ];
}

/** The first argument says how many folders to hide follow; the rest is the command. */
const HIDE_AND_RUN =
  'left=$1; shift; while [ "$left" -gt 0 ]; do mount -t tmpfs none "$1" || exit 1; shift; left=$((left - 1)); done; exec "$@"';

/** Whether the process ended well, in time. */
function endOf(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => killGroup(child), timeoutMs);
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      resolve(isDone);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended at this very moment.
  }
}

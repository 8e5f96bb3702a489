import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Programs = Readonly<Record<string, string | Buffer>>;

/**
 * Shell scripts in the place of the machine's programs, and whatever files they need beside them, at `$here`. Returns where they
 * are found, with the shell's own programs after them.
 */
export async function installFakePrograms(
  programs: Programs,
): Promise<{ folders: string; remove(): Promise<void> }> {
  const here = await mkdtemp(join(tmpdir(), 'muniment-programs-'));
  await Promise.all(
    Object.entries(programs).map(([name, content]) => {
      const script = typeof content === 'string' ? `#!/bin/sh\nhere=${here}\n${content}\n` : content;
      return writeFile(join(here, name), script, { mode: 0o755 });
    }),
  );
  return {
    folders: [here, process.env['PATH']].join(delimiter),
    remove: () => rm(here, { recursive: true, force: true }),
  };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Programs = Readonly<Record<string, string | Buffer>>;

/**
 * Installs shell scripts in place of the system programs, and the files that they need beside them, at `$here`.
 * Returns the search path, with the shell's own programs after them.
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

/** Installs a fake LibreOffice: it makes the same PDF of every document, or none if the document says so. */
export const installFakeOffice = (pdf: Buffer) =>
  installFakePrograms({
    'made.pdf': pdf,
    soffice: 'for in; do :; done\ngrep -q broken "$in" && exit 1\ncp "$here/made.pdf" document.pdf',
  });

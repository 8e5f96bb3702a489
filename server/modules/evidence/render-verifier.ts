import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../../shared/evidence');

/** Runs the verifier on the files of a command line. */
const COMMAND = `
const { readFileSync } = await import('node:fs');
const results = await verify(process.argv.slice(2).map((name) => ({ name, text: readFileSync(name, 'utf8') })));
for (const { name, state, message } of results) process.stdout.write(\`\${name}: \${state}: \${message}\\n\`);
process.exitCode = results.length > 0 && results.every(({ state }) => state === 'valid') ? 0 : 1;
`;

const readVerifier = (): string => readFileSync(join(SOURCES, 'verifier.mjs'), 'utf8');

/** Returns the verifier as a script for Node.js 20 or later. */
export const renderVerifierScript = (): string => readVerifier() + COMMAND;

/** Returns the verifier as one page that loads nothing, to be kept and opened from a disk. */
export const renderVerifierPage = (): string =>
  readFileSync(join(SOURCES, 'verifier-page.html'), 'utf8').replace('/* verifier.mjs */', readVerifier);

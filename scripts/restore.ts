import { describeRestoredAccess } from './backup/describe-restored-access.ts';
import { completeRecovery } from './backup/folder/complete-recovery.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage =
  'npm run restore -- [--accept-damage] [--keep-links] [--identity FILE] [--erasures FILE] [--at TIME] FILE_OR_FOLDER, or --after-recovery [--keep-links] [--erasures FILE] FOLDER';
const command = {
  usage,
  positionals: 1,
  flags: ['accept-damage', 'keep-links', 'after-recovery'],
  options: ['identity', 'erasures', 'at'],
} as const;

function readMoment(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new Error('--at is a time such as 2026-11-20T17:30:00Z.');
  return at;
}

/** Refuses what has no effect, so that nobody takes it for done. */
function assertEffect(flags: Record<string, boolean>, options: Record<string, string[]>): void {
  const repeated = Object.keys(options).filter((name) => (options[name] ?? []).length > 1);
  if (repeated.length > 0) throw new Error(`Give --${repeated[0]} once.`);
  if (!flags['after-recovery']) return;
  const given = ['accept-damage', 'identity', 'at'].filter((name) => flags[name] || options[name]?.length);
  if (given.length > 0)
    throw new Error(
      `--after-recovery does not use ${given.map((name) => `--${name}`).join(' or ')}. Leave it out.`,
    );
}

const describeErasures = (file: string | undefined, count: number): string =>
  file === undefined
    ? 'Erasures of people since the backup are unknown: restore again with --erasures FILE if there were any.'
    : `${count} people of the list will be erased when the server starts, before it answers.`;

await runCommand(command, async ({ config, positionals, flags, options, signal, print, progress }) => {
  assertEffect(flags, options);
  const [path = ''] = positionals;
  const [erasuresFile] = options.erasures;
  const keepsLinks = flags['keep-links'];
  const watch = {
    onProgress() {
      signal.throwIfAborted();
      progress();
    },
    onDamage: (key: string) => print(`damaged: object ${key} is missing or not what was uploaded`),
  };
  if (flags['after-recovery']) {
    const { written, missing, recoveredAt, ...access } = await completeRecovery(config, path, {
      ...watch,
      keepsLinks,
      erasuresFile,
    });
    print(describeErasures(erasuresFile, access.erasures));
    for (const line of describeRestoredAccess({ ...access, backupMadeAt: recoveredAt, keepsLinks }))
      print(line);
    print(
      `Wrote ${written} objects that the store lacked, ${missing} damaged. Start the server with 'npm start'.`,
    );
    return missing === 0;
  }
  const restored = await restoreBackup(config, path, {
    ...watch,
    acceptsDamage: flags['accept-damage'],
    keepsLinks,
    identityFile: options.identity[0],
    erasuresFile,
    at: readMoment(options.at[0]),
  });
  const { files, objects, damaged } = restored;
  print(describeErasures(erasuresFile, restored.erasures));
  for (const line of describeRestoredAccess({ ...restored, keepsLinks })) print(line);
  print(
    `Restored ${files} files, ${objects} objects, ${damaged} damaged. Start the server with 'npm start'.`,
  );
  return damaged === 0;
});

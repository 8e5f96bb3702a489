import { describeRestoredAccess } from './backup/describe-restored-access.ts';
import { completeRecovery } from './backup/folder/complete-recovery.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage =
  'npm run restore -- [--accept-damage] [--keep-links] [--identity FILE] [--erasures FILE] [--at TIME] FILE_OR_FOLDER, or --after-recovery [--keep-links] FOLDER';
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

await runCommand(command, async ({ config, positionals, flags, options, signal, print, progress }) => {
  const [path = ''] = positionals;
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
    });
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
    erasuresFile: options.erasures[0],
    at: readMoment(options.at[0]),
  });
  const { files, objects, damaged } = restored;
  print(
    options.erasures[0] === undefined
      ? 'Erasures of people since the backup are unknown: restore again with --erasures FILE if there were any.'
      : `${restored.erasures} people of the list will be erased when the server starts, before it answers.`,
  );
  for (const line of describeRestoredAccess({ ...restored, keepsLinks })) print(line);
  print(
    `Restored ${files} files, ${objects} objects, ${damaged} damaged. Start the server with 'npm start'.`,
  );
  return damaged === 0;
});

import { describeRestoredAccess } from './backup/describe-restored-access.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage = 'npm run restore -- [--accept-damage] [--keep-links] [--identity FILE] [--erasures FILE] FILE';
const command = {
  usage,
  positionals: 1,
  flags: ['accept-damage', 'keep-links'],
  options: ['identity', 'erasures'],
} as const;

await runCommand(command, async ({ config, positionals, flags, options, signal, print, progress }) => {
  const [file = ''] = positionals;
  const keepsLinks = flags['keep-links'];
  const restored = await restoreBackup(config, file, {
    acceptsDamage: flags['accept-damage'],
    keepsLinks,
    identityFile: options.identity[0],
    erasuresFile: options.erasures[0],
    onProgress() {
      signal.throwIfAborted();
      progress();
    },
    onDamage: (key) => print(`damaged: object ${key} is missing or not what was uploaded`),
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

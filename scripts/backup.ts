import { createBackup } from './backup/create-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage = 'npm run backup -- [--without-key] FILE';

await runCommand({ usage, positionals: 1, flags: ['without-key'] }, async (command) => {
  const { config, positionals, flags, signal, print, progress } = command;
  const [file = ''] = positionals;
  const backup = await createBackup(config, file, {
    withoutKey: flags['without-key'],
    signal,
    onProgress: progress,
    onDamage: (key) => print(`damaged: object ${key} is missing or not what was uploaded`),
  });
  const { files, objects, damaged } = backup;
  const megabytes = Math.ceil(backup.bytes / 1024 ** 2);
  print(`${backup.file}: ${files} files, ${objects} objects, ${megabytes} MB, ${damaged} damaged`);
  print(
    backup.containsMasterKey
      ? 'It holds the master key: whoever has this file can read the room. Keep it as you keep DATA_DIR.'
      : 'It opens with the master key alone, which is not in it. Keep a copy of the key elsewhere.',
  );
  return damaged === 0;
});

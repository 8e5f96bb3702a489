import { backUpRoom } from './backup/create-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage = 'npm run backup -- [--without-key] FILE';

await runCommand({ usage, positionals: 1, flags: ['without-key'] }, async (command) => {
  const { config, positionals, flags, signal, say, progress } = command;
  const [file = ''] = positionals;
  const backup = await backUpRoom(config, file, {
    withoutKey: flags['without-key'],
    signal,
    onEntry: progress,
    onDamage: (key) => say(`damaged: object ${key} is missing or not what was uploaded`),
  });
  const { files, objects, damaged } = backup;
  const megabytes = Math.ceil(backup.bytes / 1024 ** 2);
  say(`${backup.file}: ${files} files, ${objects} objects, ${megabytes} MB, ${damaged} damaged`);
  say(
    backup.holdsKey
      ? 'It holds the master key: whoever has this file can read the room. Keep it as you keep DATA_DIR.'
      : 'It opens with the master key alone, which is not in it. Keep a copy of the key elsewhere.',
  );
  return damaged === 0;
});

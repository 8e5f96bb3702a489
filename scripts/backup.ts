import { createBackup } from './backup/create-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage = 'npm run backup -- [--without-key | --recipient AGE_PUBLIC_KEY …] FILE';

const KEY_NOTES = {
  included:
    'It contains the master key: anyone with this file can read the room. Keep it as safe as DATA_DIR.',
  encrypted: 'It opens with an identity of its recipients. Keep that apart from the backups.',
  absent: 'It opens with the master key only, which is not in it. Keep a copy of the key elsewhere.',
} as const;

const command = { usage, positionals: 1, flags: ['without-key'], options: ['recipient'] } as const;

await runCommand(command, async ({ config, positionals, flags, options, signal, print, progress }) => {
  const [file = ''] = positionals;
  const backup = await createBackup(config, file, {
    withoutKey: flags['without-key'],
    recipients: options.recipient,
    signal,
    onProgress: progress,
    onDamage: (key) => print(`damaged: object ${key} is missing or not what was uploaded`),
  });
  const { files, objects, damaged } = backup;
  const megabytes = Math.ceil(backup.bytes / 1024 ** 2);
  print(`${backup.file}: ${files} files, ${objects} objects, ${megabytes} MB, ${damaged} damaged`);
  print(KEY_NOTES[backup.masterKey]);
  return damaged === 0;
});

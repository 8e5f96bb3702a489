import { isoInstant } from '#shared/domain/iso-instant.ts';
import { createBackup } from './backup/create-backup.ts';
import { createIncrementalBackup } from './backup/folder/create-incremental-backup.ts';
import { runCommand } from './command-line/run-command.ts';

const usage =
  'npm run backup -- [--without-key | --recipient AGE_PUBLIC_KEY …] FILE, or with --incremental [--keep-days DAYS] FOLDER, or --objects-only FOLDER';

const KEY_NOTES = {
  included:
    'It contains the master key: anyone with this file can read the room. Keep it as safe as DATA_DIR.',
  encrypted: 'It opens with an identity of its recipients. Keep that apart from the backups.',
  absent: 'It opens with the master key only, which is not in it. Keep a copy of the key elsewhere.',
} as const;

const command = {
  usage,
  positionals: 1,
  flags: ['without-key', 'incremental', 'objects-only'],
  options: ['recipient', 'keep-days'],
} as const;

const megabytesOf = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

function readDays(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const days = Number(given);
  if (!Number.isInteger(days) || days < 1) throw new Error('--keep-days is a number of days, at least 1.');
  return days;
}

await runCommand(command, async ({ config, positionals, flags, options, signal, print, progress }) => {
  const [path = ''] = positionals;
  const common = {
    withoutKey: flags['without-key'],
    recipients: options.recipient,
    signal,
    onProgress: progress,
    onDamage: (key: string) => print(`damaged: object ${key} is missing or not what was uploaded`),
  };
  const keepDays = readDays(options['keep-days'][0]);
  if (keepDays !== undefined && !flags.incremental) throw new Error('--keep-days needs --incremental.');
  if (flags.incremental || flags['objects-only']) {
    if (flags.incremental && flags['objects-only'])
      throw new Error('Use either --incremental or --objects-only.');
    const { copied, state, pruned } = await createIncrementalBackup(config, path, {
      ...common,
      objectsOnly: flags['objects-only'],
      keepDays,
    });
    print(`${path}: ${copied.objects} new objects, ${megabytesOf(copied.bytes)} MB`);
    if (!state) return true;
    const { file, files, objects, damaged, masterKey } = state;
    print(`${file}: ${files} files, ${objects} objects, ${damaged} damaged`);
    if (pruned?.implausibleSince !== undefined)
      print(
        `Removed nothing, since the state before is of ${isoInstant(pruned.implausibleSince)}: check the clock. The next backup removes what is old.`,
      );
    else if (pruned) print(`Removed ${pruned.states} earlier states and ${pruned.objects} objects.`);
    if (pruned && pruned.unreadableStates > 0)
      print(
        `Kept all objects, since an earlier master key is needed to read ${pruned.unreadableStates} states.`,
      );
    print(KEY_NOTES[masterKey]);
    return damaged === 0;
  }
  const backup = await createBackup(config, path, common);
  const { file, files, objects, damaged, bytes, masterKey } = backup;
  print(`${file}: ${files} files, ${objects} objects, ${megabytesOf(bytes)} MB, ${damaged} damaged`);
  print(KEY_NOTES[masterKey]);
  return damaged === 0;
});

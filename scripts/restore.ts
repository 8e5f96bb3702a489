import { restoreRoom } from './backup/restore-backup.ts';
import { restoredAccess } from './operations/restored-access.ts';
import { runCommand } from './command-line/run-command.ts';

const usage = 'npm run restore -- [--accept-damage] [--keep-links] FILE';

await runCommand({ usage, positionals: 1, flags: ['accept-damage', 'keep-links'] }, async (command) => {
  const { config, positionals, flags, signal, say, progress } = command;
  const [file = ''] = positionals;
  const keepsLinks = flags['keep-links'];
  const restored = await restoreRoom(config, file, {
    acceptsDamage: flags['accept-damage'],
    keepsLinks,
    onEntry() {
      signal.throwIfAborted();
      progress();
    },
    onDamage: (key) => say(`damaged: object ${key} is missing or not what was uploaded`),
  });
  const { files, objects, damaged } = restored;
  for (const line of restoredAccess({ ...restored, keepsLinks })) say(line);
  say(`Restored ${files} files, ${objects} objects, ${damaged} damaged. 'npm start' serves the room.`);
  return damaged === 0;
});

import { restoreRoom } from './operations/restore-room.ts';
import { runCommand } from './operations/run-command.ts';

const usage = 'npm run restore -- [--accept-damage] FILE';

await runCommand({ usage, positionals: 1, flags: ['accept-damage'] }, async (command) => {
  const { config, positionals, flags, signal, say, progress } = command;
  const [file = ''] = positionals;
  const { files, objects, damaged } = await restoreRoom(config, file, {
    acceptsDamage: flags['accept-damage'],
    onEntry() {
      signal.throwIfAborted();
      progress();
    },
    onDamage: (key) => say(`damaged: object ${key} is missing or not what was uploaded`),
  });
  say(`Restored ${files} files, ${objects} objects, ${damaged} damaged. 'npm start' serves the room.`);
  return damaged === 0;
});

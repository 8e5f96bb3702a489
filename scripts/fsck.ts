import { checkRoom } from './fsck/check-integrity.ts';
import { withRoomToRead } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand({ usage: 'npm run fsck', positionals: 0, flags: [] }, ({ config, signal, say, progress }) =>
  withRoomToRead(config, async (room) => {
    const found = await checkRoom(room, { now: Date.now(), signal, onProblem: say, onStep: progress });
    say(`${found.files} files, ${found.objects} objects, ${found.problems} problems`);
    return found.problems === 0;
  }),
);

import { checkRoom } from './operations/check-room.ts';
import { withRoomToRead } from './operations/open-room.ts';
import { runCommand } from './operations/run-command.ts';

await runCommand({ usage: 'npm run fsck', positionals: 0, flags: [] }, ({ config, signal, say, progress }) =>
  withRoomToRead(config, async (room) => {
    const found = await checkRoom(room, { now: Date.now(), signal, onProblem: say, onStep: progress });
    say(`${found.files} files, ${found.objects} objects, ${found.problems} problems`);
    return found.problems === 0;
  }),
);

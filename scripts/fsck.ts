import { withReadOnlyInstallation } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';
import { checkIntegrity } from './fsck/check-integrity.ts';

await runCommand(
  { usage: 'npm run fsck', positionals: 0, flags: [] },
  ({ config, signal, print, progress }) =>
    withReadOnlyInstallation(config, async (installation) => {
      const found = await checkIntegrity(installation, {
        now: Date.now(),
        signal,
        onProblem: print,
        onProgress: progress,
      });
      print(`${found.files} files, ${found.objects} objects, ${found.problems} problems`);
      return found.problems === 0;
    }),
);

// npm run scan [-- --all]: has the server scan stored files for viruses: those that were never scanned or could not be, or all.
import { withWritableInstallation } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';
import { requestScans } from './scan/request-scans.ts';

await runCommand(
  { usage: 'npm run scan [-- --all]', positionals: 0, flags: ['all'] },
  ({ config, flags, print, progress, signal }) => {
    if (config.virusScanner === undefined)
      throw new Error('CLAMD_SOCKET is not set: there is no virus scanner.');
    return withWritableInstallation(config, async (installation) => {
      const queued = await requestScans(installation, { all: flags.all, now: Date.now(), progress, signal });
      print(`${queued} contents of files are queued. The server scans them in the background.`);
      return true;
    });
  },
);

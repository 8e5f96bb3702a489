// npm run reset-factors -- USERNAME: removes the second factor of an account, for the last administrator who lost it.
import { withWritableInstallation } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';
import { resetFactors } from './reset-factors/reset-factors.ts';

await runCommand(
  { usage: 'npm run reset-factors -- USERNAME', positionals: 1, flags: [] },
  ({ config, positionals: [username = ''], print }) =>
    withWritableInstallation(config, async (installation) => {
      await resetFactors(installation, username, Date.now());
      print(`${username} signs in with the password alone now. All sessions of the account have ended.`);
      return true;
    }),
);

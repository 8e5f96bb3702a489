// npm run remove-address-rules: lets administrators and staff sign in from every address again, for those who locked themselves
// out.
import { removeAddressRules } from './address-rules/remove-address-rules.ts';
import { withWritableInstallation } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand({ usage: 'npm run remove-address-rules', positionals: 0, flags: [] }, ({ config, print }) =>
  withWritableInstallation(config, async (installation) => {
    await removeAddressRules(installation, Date.now());
    print('Administrators and staff can sign in from every address again.');
    return true;
  }),
);

// npm run keys:rotate [-- --replace-master-key]: encrypts everything with a new root key, and that with a new master key.
import { setTimeout } from 'node:timers/promises';
import { withWritableInstallation } from './command-line/open-installation.ts';
import { runCommand } from './command-line/run-command.ts';
import { assertNewMasterKey, replaceMasterKey } from './keys/replace-master-key.ts';
import { rotateKeys } from './keys/rotate-keys.ts';

const usage = 'npm run keys:rotate -- [--replace-master-key]';

await runCommand(
  { usage, positionals: 0, flags: ['replace-master-key'] },
  ({ config, flags, signal, print, progress }) =>
    withWritableInstallation(config, async (installation) => {
      const newMasterKey = process.env['NEW_MASTER_KEY'];
      if (flags['replace-master-key']) assertNewMasterKey(installation, config, newMasterKey);
      const { version, reencrypted, damaged } = await rotateKeys(installation, {
        now: installation.now,
        wait: (milliseconds) => setTimeout(milliseconds, undefined, { signal }),
        onProgress() {
          signal.throwIfAborted();
          progress();
        },
        onDamage: (row) => print(`damaged: ${row} cannot be decrypted and was left as it is`),
        onWait: (milliseconds) =>
          print(`Waiting ${Math.ceil(milliseconds / 1000)} s until every server has read the new key …`),
      });
      print(`Key version ${version}: ${reencrypted} entries encrypted again, ${damaged} damaged.`);
      if (damaged > 0) {
        print('The rotation is not finished. Run npm run fsck, then this command again.');
        return false;
      }
      if (flags['replace-master-key']) print(await replaceMasterKey(installation, config, { newMasterKey }));
      return true;
    }),
);

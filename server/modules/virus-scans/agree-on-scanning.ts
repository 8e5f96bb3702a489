import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { isVirusScanningOn, setVirusScanning } from '#server/authorization/scans/virus-scanning.ts';

const FORGOTTEN = `This installation scans new files for viruses, and CLAMD_SOCKET is not set. Set it as on the other nodes, \
or to "off" to end the scans and release what waits without one`;

/**
 * Records for all nodes that new content is scanned, once a node with a scanner starts. Refuses the start of a node that has
 * none: it would accept content that nobody scans. Only an operator who says so ends the scans.
 */
export async function agreeOnScanning(ctx: Context): Promise<void> {
  const { virusScanner, config } = ctx;
  if (!virusScanner && !config.endsVirusScanning) {
    if (await isVirusScanningOn(ctx.db)) throw new Error(FORGOTTEN);
    return;
  }
  await transaction(ctx, async (ctx) => {
    const wasOn = await isVirusScanningOn(ctx.db);
    const isOn = virusScanner !== undefined;
    if (!(await setVirusScanning(ctx.db, isOn)) || wasOn === isOn) return;
    await audit(ctx, { action: isOn ? 'scan.switch-on' : 'scan.switch-off' });
  });
}

import type { File } from '#shared/contracts/files.ts';
import type { WithheldState } from '#shared/domain/scans/scan-states.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

export const WITHHELD_REASONS: Readonly<Record<WithheldState, string>> = {
  scanning: 'This file is being scanned for viruses. It can be opened when the scan is finished.',
  infected: 'A virus was found in this file, so its content is withheld.',
  unscannable: 'This file could not be scanned for viruses, so its content is withheld.',
  removed: 'The content of this file was removed after its room was closed. The archive of the room has it.',
};

/** Tells whether the server withholds the bytes from this actor; administrators may examine what a scan refused. */
export const areBytesWithheld = (actor: Actor, { scan }: Pick<File, 'scan'>): boolean =>
  scan !== undefined && (scan === 'scanning' || scan === 'removed' || !isAdmin(actor));

/** Says in place of a document why it is not shown. */
export function WithheldNotice({ scan }: { scan: WithheldState }) {
  return (
    <Notice tone={scan === 'scanning' || scan === 'removed' ? 'info' : 'danger'}>
      {WITHHELD_REASONS[scan]}
    </Notice>
  );
}

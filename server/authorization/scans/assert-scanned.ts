import { AppError } from '#server/app/errors.ts';
import { isWithheld, type ScanState } from '#shared/domain/scans/scan-states.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';

const REFUSALS = {
  scanning: ['conflict', 'This file is being scanned for viruses. Try again in a moment.'],
  infected: ['forbidden', 'A virus was found in this file, so its content is withheld.'],
  unscannable: [
    'forbidden',
    'This file could not be scanned for viruses, so its content is withheld. Ask an administrator.',
  ],
  removed: [
    'forbidden',
    'The content of this file was removed after its room was closed. The archive of the room has it.',
  ],
} as const;

/** Archives of rooms contain the current versions alone. */
const REMOVED_VERSION = 'The content of this version was removed after the room of its file was closed.';

interface ScannedContent {
  readonly scan_state: ScanState;
  /** The numbers of the version that has the content, and of the current one; without them it is that of the current one. */
  readonly version?: number;
  readonly current_version?: number;
}

/** Refuses content that awaits its scan for viruses, or in which one was found, for every actor. */
export function assertScanned({ scan_state, version, current_version }: ScannedContent): void {
  if (!isWithheld(scan_state)) return;
  if (scan_state === 'removed' && version !== current_version)
    throw new AppError('forbidden', REMOVED_VERSION);
  const [code, message] = REFUSALS[scan_state];
  throw new AppError(code, message);
}

/** Content that nobody gets: it may still turn out infected, or there is none. */
const NEVER_SENT: ReadonlySet<ScanState> = new Set(['scanning', 'removed']);

/** Refuses the original bytes likewise, except that administrators get those of infected files, to examine them. */
export function assertBytesScanned(actor: Actor | undefined, content: ScannedContent): void {
  const mayExamine = actor !== undefined && isAdmin(actor) && !NEVER_SENT.has(content.scan_state);
  if (!mayExamine) assertScanned(content);
}

import type { HistoryEntry } from '#shared/contracts/evidence/room-history.ts';
import { VERBS } from './audit-verbs.ts';

const SCAN_RESULTS = /^file\.(?:virus-found|scan-)/;

interface AuditSentence {
  readonly actor: string;
  readonly verb: string;
  /** The name of the object; `null` if there is none or it is the actor. */
  readonly object: string | null;
  /** The page of the object; `null` if it has none any more. */
  readonly href: string | null;
}

/** Describes an audit entry as a sentence: who did, or could not do, what. */
export function describeEntry(entry: HistoryEntry): AuditSentence {
  const { actor, action, object, result } = entry;
  const isActor =
    actor.kind === 'user'
      ? object?.kind === 'user' && object.id === actor.id
      : // A visitor is recorded as the invitation, which has the visitor's address.
        action.startsWith('visitor.') && object?.name === actor.name;
  const isGone = action.endsWith('.delete') || action.endsWith('.purge');
  const hasPage = !isGone && (object?.kind === 'file' || object?.kind === 'folder');
  return {
    actor: SCAN_RESULTS.test(action) ? 'The virus scanner' : `${formatActor(actor)}${formatProgram(entry)}`,
    verb: describeVerb(entry),
    object: object === null || isActor ? null : object.name || `${object.kind} ${object.id}`,
    href: hasPage && result === 'done' ? `/${object.kind}/${object.id}` : null,
  };
}

/** Names the program that did it with an API token of the user. */
function formatProgram({ details }: HistoryEntry): string {
  const program = details?.['through'];
  return typeof program === 'string' ? ` through ${program}` : '';
}

function describeVerb({ action, object, result, details }: HistoryEntry): string {
  if (action === 'call.refused') return object ? 'was denied access to' : 'was denied access';
  const verb = (VERBS as Readonly<Record<string, readonly [string, string]>>)[action]; // an entry can be of a newer version
  if (!verb) return `${result === 'done' ? 'did' : 'could not do'} “${formatActionName(action)}”`;
  if (result === 'refused') return `could not ${verb[1]}`;
  return action === 'session.sign-in' && details?.['newDevice'] === true
    ? `${verb[0]} from a new device`
    : verb[0];
}

/** Formats who did it; a room may hide the names of persons. */
export function formatActor({ kind, name }: HistoryEntry['actor']): string {
  if (kind === 'user') return name || 'A user';
  return kind === 'visitor' ? `${name || 'Guest'} (visitor)` : 'Anonymous';
}

const PAST: Readonly<Record<string, string>> = {
  accept: 'accepted',
  add: 'added',
  apply: 'applied',
  create: 'created',
  delete: 'deleted',
  discard: 'discarded',
  download: 'downloaded',
  import: 'imported',
  leave: 'left',
  move: 'moved',
  publish: 'published',
  purge: 'deleted for good',
  remove: 'removed',
  rename: 'renamed',
  restore: 'restored',
  retry: 'retried',
  revoke: 'revoked',
  update: 'changed',
  upload: 'uploaded',
  view: 'viewed',
};

/** Formats an action for display: `file.upload` becomes `File uploaded`, and `file.allow-download` `File allow download`. */
export function formatActionName(action: string): string {
  const [object = '', verb = ''] = action.split('.');
  const words = `${object} ${PAST[verb] ?? verb}`.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

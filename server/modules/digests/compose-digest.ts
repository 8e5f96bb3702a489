import type { NumberOf } from '#server/authorization/index-numbers/list-places.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { fillOwnText, type OwnText } from '#server/modules/mail/texts/own-text.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';

/** More changes than this are counted as more. */
export const MAX_DIGEST_CHANGES = 1_000;

const MAX_ENTRIES_PER_KIND = 30;

const SEVERAL_PLACES = 'shared documents';

const KINDS = [
  ['new', 'new'],
  ['replaced', 'replaced by a new version'],
  ['withdrawn', 'withdrawn'],
  ['moved', 'moved'],
  ['renamed', 'renamed'],
  ['access', 'newly accessible'],
] as const satisfies readonly (readonly [Change['kind'], string])[];

interface DigestContent {
  /** The folder that the reader sees as the top; absent for a reader who sees single files only. */
  readonly folderId: number | undefined;
  /** The name of the room or folder, as the reader knows it; absent for a reader of single files outside of rooms. */
  readonly place: string | undefined;
  /** The name of the room or folder in an own text. */
  readonly room: string | undefined;
  /** Newest first; one more than `MAX_DIGEST_CHANGES` if there are more. */
  readonly changes: readonly Change[];
  /** A sentence for each kind of alert. */
  readonly alerts: readonly string[];
  readonly numberOf: NumberOf;
  /** The room says whether mails name files. */
  readonly showsNames: boolean;
  readonly publicUrl: string;
  readonly unsubscribeToken: string;
  readonly settingsPath: string;
  /** Lines that name the newest tree head of the audit log, where administrators chose that. */
  readonly treeHead: readonly string[];
  readonly recipient: string;
  /** In whose name mails are sent. */
  readonly sender: string;
  readonly text: OwnText | undefined;
}

/**
 * Composes the mail about changes: counts and index numbers, and names if the room says so. An own text stands in place of the
 * subject and the first sentence.
 */
export function composeDigest(content: DigestContent): MailContent {
  const { folderId, changes, alerts, publicUrl, unsubscribeToken, settingsPath, treeHead } = content;
  const isMore = changes.length > MAX_DIGEST_CHANGES;
  const shown = changes.slice(0, MAX_DIGEST_CHANGES);
  const count = shown.length === 1 ? '1 change' : `${shown.length} changes`;
  const total = isMore ? `More than ${count}` : count;
  const subject = changes.length === 0 ? 'Alerts' : alerts.length > 0 ? `${total} and alerts` : total;
  const place = content.place === undefined ? SEVERAL_PLACES : `“${content.place}”`;
  const url = `${publicUrl}/changes${folderId === undefined ? '' : `?folder=${folderId}`}`;
  const { recipient, sender } = content;
  const own =
    content.text &&
    fillOwnText(content.text, { recipient, sender, room: content.room ?? SEVERAL_PLACES, link: url });
  const sentence = `Since the last email of this kind there ${shown.length === 1 ? 'was' : 'were'} ${total.toLowerCase()} in ${place}.`;
  return {
    subject: own?.subject ?? `${subject} in ${place}`,
    paragraphs: [
      ...(own?.paragraphs ?? (changes.length === 0 ? [] : [sentence])),
      ...KINDS.flatMap(([kind, label]) => {
        const ofKind = shown.filter((change) => change.kind === kind);
        return ofKind.length === 0 ? [] : [describeKind(ofKind, label, content)];
      }),
      ...alerts,
      ...treeHead,
    ],
    link: { label: 'See what changed', url },
    reason: `You received this email because you follow documents in ${place}.`,
    footerLinks: [
      { label: 'Change how often', url: `${publicUrl}${settingsPath}` },
      { label: 'Unsubscribe from this room', url: `${publicUrl}/unsubscribe/${unsubscribeToken}` },
    ],
    unsubscribeUrl: `${publicUrl}/api/digests/unsubscribe/${unsubscribeToken}`,
  };
}

function describeKind(
  changes: readonly Change[],
  label: string,
  { numberOf, showsNames }: Pick<DigestContent, 'numberOf' | 'showsNames'>,
): string {
  // An entry that changed twice is named once.
  const entries = new Map(changes.map(({ entry }) => [`${entry.kind} ${entry.id}`, entry]));
  const labels = [...entries.values()].flatMap(({ kind, id, name }) => {
    const number = numberOf(kind, id);
    const text = [number, showsNames && name].filter(Boolean).join(' ');
    return text === '' ? [] : [{ number, text }];
  });
  const sorted = labels.toSorted((one, other) =>
    (one.number ?? '').localeCompare(other.number ?? '', 'en', { numeric: true }),
  );
  const listed = sorted.slice(0, MAX_ENTRIES_PER_KIND).map(({ text }) => text);
  const rest = sorted.length - listed.length;
  const list = rest > 0 ? [...listed, `and ${rest} more`] : listed;
  return `${changes.length} ${label}${list.length > 0 ? `: ${list.join(', ')}` : ''}`;
}

import Download from 'lucide-react/icons/download';
import type { HistoryEntry } from '#shared/contracts/evidence/room-history.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { formatDetail, formatDetailName } from './audit-details.ts';
import { describeEntry, formatActor } from './audit-sentence.ts';

/** An entry of the audit log, with its address for administrators. */
export type ShownEntry = HistoryEntry & { readonly address?: string };

interface AuditEntryDrawerProps {
  entry: ShownEntry;
  /** The address of the proof of the entry, for administrators. */
  proof: string | undefined;
  onClose: () => void;
}

/** Shows all fields of an audit entry. */
export function AuditEntryDrawer({ entry, proof, onClose }: AuditEntryDrawerProps) {
  const { actor, verb, object } = describeEntry(entry);
  const fields = [
    ['Time', formatDateTime(entry.at)],
    [
      'Who',
      entry.actor.id === null ? formatActor(entry.actor) : `${formatActor(entry.actor)} · ${entry.actor.id}`,
    ],
    ['Action', entry.action],
    ['Result', entry.result === 'done' ? 'Done' : 'Denied'],
    ...(entry.object ? [['Object', formatObject(entry.object)]] : []),
    ...(entry.address === undefined ? [] : [['Address', entry.address || '–']]),
    ['Entry', String(entry.id)],
  ];
  const details = Object.entries(entry.details ?? {});
  return (
    <Drawer
      title={`Entry ${entry.id}`}
      description={[actor, verb, object].filter(Boolean).join(' ')}
      onClose={onClose}
    >
      <Fields fields={fields} />
      {details.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Details</h3>
          <Fields fields={details.map(([name, value]) => [formatDetailName(name), formatDetail(value)])} />
        </section>
      )}
      {proof !== undefined && (
        <ButtonLink href={proof} icon={Download} opens="download">
          Proof of This Entry
        </ButtonLink>
      )}
    </Drawer>
  );
}

function Fields({ fields }: { fields: readonly (readonly string[])[] }) {
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2">
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="break-words text-ink-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const formatObject = ({ kind, id, name }: NonNullable<ShownEntry['object']>): string =>
  name === '' ? `${kind} ${id}` : `${name} · ${kind} ${id}`;

import type { Digest } from '#shared/contracts/changes/digests.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useUpdateDigest } from './api.ts';

const ALERTS: readonly { name: keyof NonNullable<Digest['alerts']>; label: string }[] = [
  { name: 'firstVisit', label: 'First visit of a person' },
  { name: 'firstGroupVisit', label: 'First visit of a group' },
  { name: 'download', label: 'Downloads' },
  { name: 'refusal', label: 'Refused requests' },
];

/** Chooses what the mails also report to the owners and managers of a room. */
export function AlertSwitches({ digest }: { digest: Digest }) {
  const update = useUpdateDigest(digest);
  return (
    <fieldset className="flex basis-full flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <legend className="sr-only">Alerts about {digest.name}</legend>
      <span className="text-ink-muted" aria-hidden="true">
        Alert me to
      </span>
      {ALERTS.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={digest.alerts?.[name] === true}
          busy={update.isPending}
          onChange={({ target }) => update.mutate({ alerts: { [name]: target.checked } })}
        />
      ))}
    </fieldset>
  );
}

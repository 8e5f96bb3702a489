import FileCheck from 'lucide-react/icons/file-check';
import { useState } from 'react';
import type { CertificateParty } from '#shared/contracts/rooms/certificates.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useCertificateParties, useCreateRoomCertificate } from './certificates-api.ts';

const KIND: Readonly<Record<CertificateParty['kind'], string>> = {
  group: 'Group',
  user: 'Account',
  visitor: 'Visitor',
  link: 'Link',
};

export const nameOfParty = ({ kind, name, id }: CertificateParty): string =>
  `${KIND[kind]}: ${name === '' ? `without an address, no. ${id}` : name}`;

const keyOf = ({ kind, id }: CertificateParty): string => `${kind} ${id}`;

/** Certifies what a party could see in a room at an instant. */
export function CertificateForm({ roomId }: { roomId: number }) {
  const { data, error, refetch } = useCertificateParties(roomId);
  const [chosen, setChosen] = useState('');
  const [at, setAt] = useState('');
  const create = useCreateRoomCertificate(roomId);
  const parties = data?.parties ?? [];
  const party = parties.find((each) => keyOf(each) === chosen) ?? parties[0];
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold text-base">New disclosure certificate</h2>
      <p className="text-ink-muted">
        A certificate states which documents a party could see at an instant, such as the day of signing, with
        their versions and hashes, and what it had opened. Anyone can verify it without this server.
        {data && ` Rights are recorded since ${formatDateTime(data.since)}.`}
      </p>
      <CheckedForm
        className="flex flex-wrap items-end gap-2"
        onSubmit={() => {
          if (party) create.mutate({ party, at: at === '' ? undefined : new Date(at).toISOString() });
        }}
      >
        <div className="min-w-0 flex-1 basis-60">
          <Select
            label="Party"
            hint={data && parties.length === 0 ? 'Nobody has been given access to this room yet.' : undefined}
            options={parties.map((each) => ({ value: keyOf(each), label: nameOfParty(each) }))}
            value={party ? keyOf(party) : ''}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
        <div className="min-w-0 basis-60">
          <TextField
            label="As of (blank for now)"
            name="at"
            type="datetime-local"
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary" icon={FileCheck} busy={create.isPending} disabled={!party}>
          Create Certificate
        </Button>
      </CheckedForm>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {create.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(create.error)}
        </Notice>
      )}
    </Card>
  );
}

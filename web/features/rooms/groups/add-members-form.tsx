import FileUp from 'lucide-react/icons/file-up';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useRef, useState } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { useAddMembers } from './groups-api.ts';
import { splitAddresses } from './split-addresses.ts';

/** Adds pasted addresses to a group, and says which were not added and why. */
export function AddMembersForm({ group }: { group: Group }) {
  const [text, setText] = useState('');
  useKeptInput({
    form: `members-${group.id}`,
    read: () => text.trim() || undefined,
    restore: (input) => typeof input === 'string' && setText(input),
  });
  const add = useAddMembers(group);
  const input = useRef<HTMLInputElement>(null);
  const emails = splitAddresses(text);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (emails.length > 0) add.mutate(emails, { onSuccess: () => setText(clearSent(text)) });
  }
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <TextField
            label={`Add members to ${group.name}`}
            hint="Paste addresses, separated by commas or spaces"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {/* Beside the field, which has its label above it and its hint below. */}
        <div className="sm:pt-6">
          <Button type="submit" icon={UserPlus} busy={add.isPending}>
            Add
          </Button>
        </div>
        <div className="sm:pt-6">
          <IconButton
            icon={FileUp}
            label={`Import members of ${group.name} (XLSX or CSV)`}
            busy={add.isPending}
            onClick={() => input.current?.click()}
          />
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`Table of members of ${group.name}`}
          accept=".xlsx,.csv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) add.mutate(file);
            // Lets the same file be chosen again after it was changed.
            currentTarget.value = '';
          }}
        />
      </form>
      {add.data && <AddedMembers result={add.data} />}
    </>
  );
}

interface AddedMembersProps {
  result: NonNullable<ReturnType<typeof useAddMembers>['data']>;
}

/** Says what is left to do after members were added. */
function AddedMembers({ result: { problems, invited, emailed } }: AddedMembersProps) {
  return (
    <>
      {invited.length > 0 && !emailed && (
        <Notice tone="info">Email is not set up: copy the links and pass them on.</Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="warning">
          <ul>
            {problems.map(({ email, problem }) => (
              <li key={email} className="wrap-anywhere">
                {problem.includes(email) ? problem : `${email}: ${problem}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

import { type FormEvent, useState } from 'react';
import type { ErasurePreview } from '#shared/contracts/subjects/subjects.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';
import { useEraseSubject } from './api.ts';
import { CategoryTable } from './category-table.tsx';

interface EraseDialogProps {
  preview: ErasurePreview;
  onClose: () => void;
  onErased: () => void;
}

const STATEMENT_CHOICES = [
  { value: 'keep', label: 'Keep', hint: 'They name the person and stay as they are' },
  { value: 'delete', label: 'Delete', hint: 'Copies that the person has stay valid' },
] as const;

/** Shows what an erasure does, and carries it out once the address is typed. */
export function EraseDialog({ preview, onClose, onErased }: EraseDialogProps) {
  const { email, hash, categories } = preview;
  const [statements, setStatements] = useState<'keep' | 'delete'>('keep');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const erase = useEraseSubject();
  const isConfirmed =
    typed.trim().toLowerCase() === email && (statements === 'delete' || reason.trim() !== '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) erase.mutate({ email, confirm: hash, statements, reason }, { onSuccess: onErased });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Erase This Person"
      description="This cannot be undone. Accounts end at once."
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <LossGuard isLost={reason !== '' || typed !== ''} />
        {erase.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(erase.error)}
          </Notice>
        )}
        <CategoryTable categories={categories} statements={statements} />
        <ChoiceCards
          label="Signed receipts, acceptances and certificates"
          value={statements}
          onChange={setStatements}
          choices={STATEMENT_CHOICES}
        />
        {statements === 'keep' && <ReasonField value={reason} onChange={setReason} />}
        <TextField
          label={`Type ${email} to confirm`}
          name="confirmation"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SaveActions
          label="Erase"
          variant="danger"
          busy={erase.isPending}
          disabled={!isConfirmed}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Why signed statements stay"
      name="reason"
      autoComplete="off"
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

import FileCheck from 'lucide-react/icons/file-check';
import ScrollText from 'lucide-react/icons/scroll-text';
import { lazy, Suspense, useState } from 'react';
import type { Terms } from '#shared/contracts/links/terms.ts';
import { formatDate } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { EntryMenu } from '#web/ui/overlays/entry-menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { useDeleteTerms, useTerms } from './api.ts';

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));
const AcceptancesDialog = lazy(async () => ({
  default: (await import('./acceptances-dialog.tsx')).AcceptancesDialog,
}));

type Opened = { action: 'create' } | { action: 'edit' | 'acceptances' | 'delete'; terms: Terms };

/** Lists and manages the terms that links can ask visitors to accept. */
export function TermsList() {
  const { data, error, refetch } = useTerms();
  const [opened, setOpened] = useState<Opened | null>(null);
  const remove = useDeleteTerms();
  const close = () => setOpened(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col items-start gap-3">
      {data.length === 0 ? (
        <p className="text-ink-muted">
          You have no terms. Create a confidentiality agreement and choose it in a link.
        </p>
      ) : (
        <ul aria-label="Terms" className="w-full divide-y divide-line">
          {data.map((terms) => (
            <TermsRow key={terms.id} terms={terms} onAction={(action) => setOpened({ action, terms })} />
          ))}
        </ul>
      )}
      <Button onClick={() => setOpened({ action: 'create' })}>Create Terms</Button>
      <Suspense>
        {opened?.action === 'create' && <TermsDialog onClose={close} />}
        {opened?.action === 'edit' && <TermsDialog terms={opened.terms} onClose={close} />}
        {opened?.action === 'acceptances' && <AcceptancesDialog terms={opened.terms} onClose={close} />}
      </Suspense>
      {opened?.action === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title="Delete Terms"
          description={`Links can no longer ask for “${opened.terms.name}”. What was accepted stays on record.`}
          confirmLabel="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(opened.terms, { onSettled: close })}
        />
      )}
    </div>
  );
}

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

interface TermsRowProps {
  terms: Terms;
  onAction: (action: 'edit' | 'acceptances' | 'delete') => void;
}

function TermsRow({ terms, onAction }: TermsRowProps) {
  const { name, current, links, acceptances } = terms;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <ScrollText size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-ink-muted text-xs">
          Version {current.number} of {formatDate(current.createdAt)} · {count(links, 'link')} ·{' '}
          {count(acceptances, 'acceptance')}
        </p>
      </div>
      <EntryMenu name={name} onEdit={() => onAction('edit')} onDelete={() => onAction('delete')}>
        <MenuItem icon={FileCheck} onSelect={() => onAction('acceptances')}>
          Acceptances
        </MenuItem>
      </EntryMenu>
    </li>
  );
}

import Mail from 'lucide-react/icons/mail';
import { lazy, Suspense, useState } from 'react';
import type { MailText } from '#shared/contracts/mail/mail-texts.ts';
import { MAIL_TEXT_KINDS, type MailTextKind } from '#shared/domain/mail/mail-texts.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { type TextOwner, useMailTexts, useResetMailText } from './mail-texts-api.ts';

const MailTextDialog = lazy(async () => ({
  default: (await import('./mail-text-dialog.tsx')).MailTextDialog,
}));

const KINDS: Readonly<Record<MailTextKind, { readonly label: string; readonly description: string }>> = {
  invitation: {
    label: 'Invitations',
    description: 'To people who are invited to folders, rooms and groups.',
  },
  link: { label: 'Link codes', description: 'To people who confirm their address to open a link.' },
  digest: { label: 'Digests', description: 'To people who follow folders and files.' },
};

type Opened =
  | { action: 'edit'; kind: MailTextKind; text: MailText | undefined }
  | { action: 'reset'; text: MailText };

interface MailTextListProps {
  owner: TextOwner;
  isReadOnly?: boolean;
}

/** Lists the kinds of mails whose text can be written, and which of them have one of their own. */
export function MailTextList({ owner, isReadOnly = false }: MailTextListProps) {
  const { data, error, refetch } = useMailTexts(owner);
  const [opened, setOpened] = useState<Opened | null>(null);
  const reset = useResetMailText(owner);
  const close = () => setOpened(null);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const textOf = (kind: MailTextKind) => data.find((text) => text.kind === kind);
  return (
    <>
      <ul aria-label="Email texts" className="divide-y divide-line">
        {MAIL_TEXT_KINDS.map((kind) => (
          <KindRow key={kind} {...{ owner, kind, isReadOnly }} text={textOf(kind)} onOpen={setOpened} />
        ))}
      </ul>
      <Suspense>
        {opened?.action === 'edit' && (
          <MailTextDialog
            {...{ owner, kind: opened.kind, label: KINDS[opened.kind].label, text: opened.text }}
            onClose={close}
          />
        )}
      </Suspense>
      {opened?.action === 'reset' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title="Reset Email Text"
          description={
            owner === null
              ? 'The text is deleted. The built-in text is sent again.'
              : 'The text is deleted. The text of the installation is sent again, or the built-in one.'
          }
          confirmLabel="Reset"
          busy={reset.isPending}
          onConfirm={() => reset.mutate(opened.text, { onSettled: close })}
        />
      )}
    </>
  );
}

interface KindRowProps {
  owner: TextOwner;
  kind: MailTextKind;
  isReadOnly: boolean;
  text: MailText | undefined;
  onOpen: (opened: Opened) => void;
}

function KindRow({ owner, kind, isReadOnly, text, onOpen }: KindRowProps) {
  const { label, description } = KINDS[kind];
  const standard = owner === null ? 'Built-in text' : 'As in the installation';
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0">
      <Mail size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {label}
          <Badge tone={text ? 'accent' : 'neutral'}>{text ? 'Own text' : standard}</Badge>
        </p>
        <p className="text-ink-muted text-xs">{description}</p>
        {text && <p className="wrap-anywhere mt-1 text-sm">{text.subject}</p>}
      </div>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          {text && (
            <Button
              variant="ghost"
              aria-label={`Reset text of ${label}`}
              onClick={() => onOpen({ action: 'reset', text })}
            >
              Reset
            </Button>
          )}
          <Button aria-label={`Edit text of ${label}`} onClick={() => onOpen({ action: 'edit', kind, text })}>
            Edit
          </Button>
        </div>
      )}
    </li>
  );
}

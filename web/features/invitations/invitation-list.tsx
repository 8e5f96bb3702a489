import Mail from 'lucide-react/icons/mail';
import { type ReactNode, useMemo, useState } from 'react';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FilterField, type ListFilter, NoMatches, useListFilter } from '#web/ui/lists/list-filter.tsx';
import { useSortedRows } from '#web/ui/lists/sorted-rows.ts';
import { Table } from '#web/ui/lists/table.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDebugLinks, useResendInvitation, useRevokeInvitation } from './api.ts';
import { DebugLinksDialog } from './debug-links-dialog.tsx';
import { getRecipient, type InvitationAction, type ListedInvitation } from './invitation-actions.tsx';
import { buildInvitationColumns, getScopeLabel } from './invitation-columns.tsx';

interface InvitationListProps {
  scope: 'own' | 'all';
  invitations: readonly ListedInvitation[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Stands beside the filter. */
  action?: ReactNode;
}

/** Lists invitations below a filter, which stays as it is while dialogs open and close. */
export function InvitationList({ scope, invitations, error, onRetry, action }: InvitationListProps) {
  const filter = useListFilter();
  const resend = useResendInvitation();
  const debugLinks = useDebugLinks();
  const [invitationToRevoke, setInvitationToRevoke] = useState<ListedInvitation | null>(null);
  const shown = useMemo(() => filterInvitations(invitations ?? [], filter.text), [invitations, filter.text]);
  const isAdminList = scope === 'all';
  const [mutateResend, mutateDebugLinks] = [resend.mutate, debugLinks.mutate];
  const columns = useMemo(() => {
    const onAction = (chosen: InvitationAction, each: ListedInvitation) => {
      if (chosen === 'revoke') setInvitationToRevoke(each);
      else (chosen === 'resend' ? mutateResend : mutateDebugLinks)(each.id);
    };
    return buildInvitationColumns({ isAdminList, onAction });
  }, [isAdminList, mutateResend, mutateDebugLinks]);
  const sorted = useSortedRows({ columns, rows: shown }, { isComplete: true });
  const total = invitations?.length ?? 0;
  return (
    <div className="flex flex-col gap-3">
      {(total > 0 || action) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {total > 0 && (
            <FilterField
              filter={filter}
              label="Filter invitations"
              placeholder={isAdminList ? 'Filter by email, folder or inviter' : 'Filter by email or folder'}
              noun="invitation"
              shown={shown.length}
              total={total}
            />
          )}
          <div className="ml-auto flex flex-wrap gap-2">
            {shown.length > 0 && <ExportCsv name="invitations" columns={columns} rows={sorted.rows} />}
            {/* It stays in place when the first invitation is created, and with it the focus. */}
            {action && <div>{action}</div>}
          </div>
        </div>
      )}
      {!invitations && <NotLoaded error={error} onRetry={onRetry} />}
      {invitations && (
        <Card>
          {shown.length > 0 ? (
            <Table label="Invitations" {...sorted} rowKey={({ id }) => id} hasTwoLineRows />
          ) : (
            <NoInvitations filter={total > 0 ? filter : undefined} />
          )}
        </Card>
      )}
      {debugLinks.data && <DebugLinksDialog links={debugLinks.data} onClose={debugLinks.reset} />}
      {invitationToRevoke && (
        <RevokeInvitationDialog
          scope={scope}
          invitation={invitationToRevoke}
          onClose={() => setInvitationToRevoke(null)}
        />
      )}
    </div>
  );
}

function NotLoaded({ error, onRetry }: Pick<InvitationListProps, 'error' | 'onRetry'>) {
  if (!error) return <ListSkeleton />;
  return (
    <Notice tone="danger" urgent action={<Button onClick={onRetry}>Try Again</Button>}>
      Error loading invitations: {getErrorMessage(error)}
    </Notice>
  );
}

/** Stands in place of a list of which nothing fits the filter, or that is empty without one. */
function NoInvitations({ filter }: { filter: ListFilter | undefined }) {
  if (!filter)
    return (
      <EmptyState
        icon={Mail}
        title="No invitations"
        description="Invite collaborators and visitors to your folders. Invitations appear here."
      />
    );
  return (
    <NoMatches
      filter={filter}
      icon={Mail}
      title="No matching invitations"
      description="Try a shorter part of an email address or of a name."
    />
  );
}

function filterInvitations(invitations: readonly ListedInvitation[], text: string): ListedInvitation[] {
  const fits = createTextFilter(text);
  return invitations.filter((each) => fits([getRecipient(each), getScopeLabel(each), each.inviter]));
}

interface RevokeInvitationDialogProps {
  scope: InvitationListProps['scope'];
  invitation: ListedInvitation;
  onClose: () => void;
}

function RevokeInvitationDialog({ scope, invitation, onClose }: RevokeInvitationDialogProps) {
  const revoke = useRevokeInvitation(scope);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke Invitation"
      description={
        <>
          The link of{' '}
          <strong className="break-words font-medium text-ink">
            {invitation.email ?? 'this invitation'}
          </strong>{' '}
          stops working immediately, and visitors using it are signed out.
        </>
      }
      confirmLabel={revoke.isPending ? 'Revoking...' : 'Revoke'}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(invitation.id, { onSettled: onClose })}
    />
  );
}

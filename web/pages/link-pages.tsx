import Download from 'lucide-react/icons/download';
import LinkIcon from 'lucide-react/icons/link';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useParams } from 'wouter';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { PageError, PageLoadError } from '#web/features/errors/page-load-error.tsx';
import { WideCopyLinkButton } from '#web/features/invitations/copy-link-button.tsx';
import { describeOpens } from '#web/features/links/describe-opens.ts';
import { LinkDialogs, type OpenedLink } from '#web/features/links/link-dialogs.tsx';
import { LinkFigures } from '#web/features/links/link-figures.tsx';
import { isUsable, LinkMenu } from '#web/features/links/link-menu.tsx';
import { STATUS_LABELS } from '#web/features/links/link-row.tsx';
import { LinkVisitors } from '#web/features/links/link-visitors.tsx';
import { OwnLinksTable } from '#web/features/links/own-links-table.tsx';
import { useLink, useLinkAnalytics, useOwnLinks } from '#web/features/links/pages-api.ts';
import { filterLinks } from '#web/features/links/sort-links.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { FilterField, NoMatches, useListFilter } from '#web/ui/lists/list-filter.tsx';

/** Lists the user's own links with their figures. */
export function LinksPage() {
  usePageTitle('My Links');
  const { data, error, refetch } = useOwnLinks();
  const filter = useListFilter();
  const shown = filterLinks(data ?? [], filter.text);
  const hasLinks = data !== undefined && data.length > 0;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title="My Links"
        subtitle="Who came through each link, and when"
        actions={
          hasLinks && (
            <ButtonLink href={buildUrl('GET /api/links/export')} icon={Download} opens="download">
              Export CSV
            </ButtonLink>
          )
        }
      />
      {error && !data && <LoadError error={error} summary="Links could not be loaded" onRetry={refetch} />}
      {!data && !error && <ListSkeleton />}
      {hasLinks && (
        <FilterField
          filter={filter}
          label="Filter links"
          placeholder="Filter by name or folder"
          noun="link"
          shown={shown.length}
          total={data.length}
        />
      )}
      {data && (
        <Card>
          {shown.length > 0 && <OwnLinksTable links={shown} />}
          {hasLinks && shown.length === 0 && (
            <NoMatches
              filter={filter}
              icon={LinkIcon}
              title="No matching links"
              description="Try a shorter part of a name, or of what the link opens."
            />
          )}
          {!hasLinks && (
            <EmptyState
              icon={LinkIcon}
              title="No links yet"
              description="A link opens a folder or file for people without an account. Create one on its page."
              action={<ButtonLink href="/">Choose a Folder</ButtonLink>}
            />
          )}
        </Card>
      )}
    </div>
  );
}

/** Shows one link: how it was used, by whom, and what can be done with it. */
export function LinkPage() {
  const { id = '' } = useParams();
  if (!ID_TEXT.test(id)) return <PageError message="The link could not be found" />;
  return <LinkById key={id} id={Number(id)} />;
}

function LinkById({ id }: { id: number }) {
  const link = useLink(id);
  const analytics = useLinkAnalytics(id);
  const [opened, setOpened] = useState<OpenedLink | null>(null);
  const [, navigate] = useLocation();
  usePageTitle(link.data?.name ?? 'Link');
  const failed = [link, analytics].find(({ error, data }) => error && !data);
  if (failed?.error) return <PageLoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!link.data || !analytics.data) return <LoadingScreen message="Loading link" />;
  const { name, status, url } = link.data;
  const opens = describeOpens(link.data);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <DetailPageHeader
        back={{ href: '/links', label: 'My Links' }}
        title={name}
        subtitle={[STATUS_LABELS[status], ...(opens ? [`opens ${opens}`] : [])].join(' · ')}
        actions={
          <>
            {url !== null && isUsable(link.data) && <WideCopyLinkButton variant="primary" url={url} />}
            <LinkMenu
              link={link.data}
              isOnPage
              onAction={(action) => setOpened({ action, link: link.data })}
            />
          </>
        }
      />
      <LinkFigures analytics={analytics.data} />
      <Card className="flex flex-col gap-2 p-4">
        <h2 className="font-semibold text-base">Visitors</h2>
        <LinkVisitors link={link.data} />
      </Card>
      {opened && (
        <LinkDialogs
          opened={opened}
          onClose={() => setOpened(null)}
          onRevoked={() => flushSync(() => navigate('/links', { replace: true }))}
        />
      )}
    </div>
  );
}

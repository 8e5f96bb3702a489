import { useState } from 'react';
import { Link as RouteLink } from 'wouter';
import type { Link } from '#shared/contracts/links/links.ts';
import { countOf, formatDateTime, formatRelativeTime } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { describeOpens } from './describe-opens.ts';
import { LinkDialogs, type OpenedLink } from './link-dialogs.tsx';
import { LinkMenu } from './link-menu.tsx';
import { STATUS_LABELS } from './link-row.tsx';
import { type LinkOrder, sortLinks } from './sort-links.ts';

interface Sorting {
  /** Absent for the order of creation, newest first. */
  order?: LinkOrder;
  isDescending: boolean;
}

/** Lists links with their figures and actions, sorted by a column. */
export function OwnLinksTable({ links }: { links: readonly Link[] }) {
  const [{ order, isDescending }, setSorting] = useState<Sorting>({ isDescending: true });
  const [opened, setOpened] = useState<OpenedLink | null>(null);
  const sortBy = (column: LinkOrder): TableColumn<Link>['sort'] => ({
    direction: order === column ? (isDescending ? 'descending' : 'ascending') : null,
    // Figures begin with the largest, names with the first.
    onChange: () =>
      setSorting({ order: column, isDescending: order === column ? !isDescending : column !== 'name' }),
  });
  return (
    <>
      <Table
        label="Links"
        columns={[...buildColumns(sortBy), buildActions(setOpened)]}
        rows={order ? sortLinks(links, order, isDescending) : links}
        rowKey={({ id }) => id}
        hasTwoLineRows
      />
      {opened && <LinkDialogs opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const describeTargets = (link: Link): string =>
  (link.archive?.roomName && `Archive of ${link.archive.roomName}`) ||
  (describeOpens(link) ?? (link.status === 'no-access' ? 'Nothing that you have access to' : 'Deleted'));

const describeLastVisit = ({ lastVisitAt }: Link): string =>
  lastVisitAt === null ? 'No visits yet' : formatRelativeTime(lastVisitAt, Date.now());

/** Describes what a narrow table leaves out. */
const describePeople = (link: Link): string =>
  link.people === 0
    ? describeLastVisit(link)
    : `${countOf(link.people, 'person', 'people')}, ${describeLastVisit(link)}`;

const buildColumns = (sortBy: (column: LinkOrder) => TableColumn<Link>['sort']): TableColumn<Link>[] => [
  { id: 'name', header: 'Name', ...withSort(sortBy('name')), cell: (link) => <NameCell link={link} /> },
  {
    id: 'opens',
    header: 'Opens',
    width: '26%',
    showFrom: 'medium',
    cell: (link) => <span title={describeTargets(link)}>{describeTargets(link)}</span>,
  },
  {
    id: 'people',
    header: 'People',
    width: '6.5rem',
    align: 'end',
    showFrom: 'medium',
    ...withSort(sortBy('people')),
    cell: ({ people, visits }) => <span title={countOf(visits, 'visit')}>{people}</span>,
  },
  {
    id: 'views',
    header: 'Views',
    width: '6.5rem',
    align: 'end',
    showFrom: 'medium',
    ...withSort(sortBy('views')),
    cell: ({ views }) => views,
  },
  {
    id: 'last',
    header: 'Last Visit',
    width: '12rem',
    showFrom: 'medium',
    ...withSort(sortBy('last')),
    cell: (link) => (
      <span
        title={link.lastVisitAt === null ? undefined : formatDateTime(link.lastVisitAt)}
        className="text-ink-muted"
      >
        {describeLastVisit(link)}
      </span>
    ),
  },
];

const buildActions = (onOpen: (opened: OpenedLink) => void): TableColumn<Link> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  // Two buttons, which are larger on touch screens, and the padding of the cell.
  width: 'calc(2 * var(--control-small-size) + 2rem)',
  align: 'end',
  cell: (link) => (
    <div className="flex items-center justify-end gap-1">
      <LinkMenu link={link} onAction={(action) => onOpen({ action, link })} />
    </div>
  ),
});

/** Leaves the property out where there is none. */
const withSort = (sort: TableColumn<Link>['sort']) => (sort ? { sort } : {});

function NameCell({ link }: { link: Link }) {
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        <RouteLink
          href={`/links/${link.id}`}
          title={link.name}
          className="truncate rounded-sm font-medium hover:underline"
        >
          {link.name}
        </RouteLink>
        {link.status !== 'active' && <Badge tone="warning">{STATUS_LABELS[link.status]}</Badge>}
      </div>
      <p className="@2xl:hidden truncate text-ink-muted text-xs">
        {describePeople(link)} · {describeTargets(link)}
      </p>
    </div>
  );
}

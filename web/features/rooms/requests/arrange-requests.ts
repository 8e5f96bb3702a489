import type { Area, RequestState, RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { formatCsv } from '#web/lib/lists/format-csv.ts';
import { dueDayOf } from '../due-days.ts';
import type { StaffNames } from './staff-names.ts';

export const STATE_LABELS: Readonly<Record<RequestState, string>> = {
  open: 'Open',
  'in-preparation': 'In preparation',
  provided: 'Provided',
  accepted: 'Accepted',
  'not-applicable': 'Not applicable',
};

export const PRIORITY_LABELS = { high: 'High', normal: 'Normal', low: 'Low' } as const;

export const SORTS = { number: 'Number', due: 'Due date', priority: 'Priority' } as const;

export interface ListOptions {
  readonly text: string;
  /** `late` are those that are overdue. */
  readonly state: RequestState | 'all' | 'late';
  /** The group that sees the requests by its id; `staff` are those that only the staff sees. */
  readonly group: 'all' | 'staff' | number;
  readonly sort: keyof typeof SORTS;
}

/** The requests of an area, with the share that is complete. */
export interface AreaSection {
  /** `null` for requests without an area, and for those of an area that is not loaded yet. */
  readonly area: Area | null;
  /** Contains what fits the filter, sorted. */
  readonly shown: readonly RoomRequest[];
  readonly count: number;
  readonly complete: number;
}

const PENDING: readonly RequestState[] = ['open', 'in-preparation'];

const isComplete = ({ state }: RoomRequest): boolean => !PENDING.includes(state);

export const isOverdue = (request: RoomRequest, now: number): boolean =>
  !isComplete(request) && request.dueAt !== null && Date.parse(request.dueAt) < now;

const PRIORITY_ORDER = { high: 0, normal: 1, low: 2 } as const;

const COMPARISONS: Readonly<Record<ListOptions['sort'], (one: RoomRequest, other: RoomRequest) => number>> = {
  number: () => 0,
  due: (one, other) => dueOrder(one) - dueOrder(other),
  priority: (one, other) => PRIORITY_ORDER[one.priority] - PRIORITY_ORDER[other.priority],
};

/** Without a date comes last. */
const dueOrder = ({ dueAt }: RoomRequest): number =>
  dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt);

/** Arranges a list by area; areas without a request stay, so that they can be filled. */
export function arrangeRequests(
  requests: readonly RoomRequest[],
  areas: readonly Area[],
  options: ListOptions & { readonly names?: StaffNames | undefined },
  now: number,
): AreaSection[] {
  const fitsText = createTextFilter(options.text);
  const fits = (request: RoomRequest) =>
    fitsState(request, options.state, now) &&
    fitsGroup(request, options.group, options.names) &&
    fitsText([request.number, request.text, responsibleOf(request, options.names)]);
  const known = new Set<number | null>(areas.map(({ id }) => id));
  const byArea = Map.groupBy(requests, ({ areaId }) => (known.has(areaId) ? areaId : null));
  const sections = [...areas, null].map((area): AreaSection => {
    const all = byArea.get(area?.id ?? null) ?? [];
    const shown = all.filter(fits);
    return {
      area,
      shown: shown.toSorted(
        (one, other) => COMPARISONS[options.sort](one, other) || one.number - other.number,
      ),
      count: all.length,
      complete: all.filter(isComplete).length,
    };
  });
  return sections.filter(({ area, count }) => area !== null || count > 0);
}

function fitsState(request: RoomRequest, state: ListOptions['state'], now: number): boolean {
  if (state === 'late') return isOverdue(request, now);
  return state === 'all' || request.state === state;
}

/** Counts requests of a deleted group, which nobody but the staff sees, as those of the staff. */
function fitsGroup(
  { groupId }: RoomRequest,
  group: ListOptions['group'],
  names: StaffNames | undefined,
): boolean {
  const isKnown = (id: number) => names === undefined || names.groups.has(id);
  if (group === 'staff') return groupId === null || !isKnown(groupId);
  return group === 'all' || !isKnown(group) || groupId === group;
}

/** Returns the name of the responsible person, otherwise of the member of staff who is reminded. */
export const responsibleOf = (
  { responsibleId, responsibleName }: RoomRequest,
  names: StaffNames | undefined,
): string | null =>
  responsibleName ?? (responsibleId === null ? null : (names?.people.get(responsibleId) ?? null));

/** Returns a list as CSV in the order in which it is shown, as the import reads it; with the groups for the staff. */
export function formatRequestsCsv(sections: readonly AreaSection[], names: StaffNames | undefined): string {
  const header = ['Number', 'Area', 'Request', 'State', 'Priority', 'Due date', 'Responsible'];
  const last = names ? ['Group', 'Files'] : ['Files'];
  const rows = sections.flatMap(({ area, shown }) =>
    shown.map((request) => [
      request.number,
      area?.name ?? '',
      request.text,
      STATE_LABELS[request.state],
      PRIORITY_LABELS[request.priority],
      dueDayOf(request.dueAt),
      responsibleOf(request, names) ?? '',
      ...(names ? [names.groups.get(request.groupId ?? 0) ?? ''] : []),
      request.files.map(({ name }) => name).join('; '),
    ]),
  );
  return formatCsv([[...header, ...last], ...rows]);
}

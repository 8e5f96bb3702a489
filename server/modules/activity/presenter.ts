import { presentPerson } from '#server/modules/accounts/present-person.ts';
import type { FileView } from '#shared/contracts/activity.ts';
import type { FileViewer, TimedView } from '#shared/contracts/file-views.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { FileViewerRow } from './file-views-queries.ts';
import type { ViewWithPages } from './list-file-views.ts';
import { presentViewerName } from './present-viewer-name.ts';
import type { ViewRow } from './queries.ts';

type ThroughLink = Pick<ViewRow, 'link_id' | 'link_name'>;

/** Presents a view, with the link if the list is the one of its owner. */
export const presentView = (view: Omit<ViewRow, keyof ThroughLink> & Partial<ThroughLink>): FileView => ({
  id: view.id,
  fileId: view.file_id,
  viewedAt: isoInstant(view.viewed_at),
  file: { name: view.name, fileType: fileTypeOf(view.name), size: view.size },
  viewer: presentViewerName(view),
  owner: {
    username: view.owner_name,
    ...presentPerson({ display_name: view.owner_display_name, avatar_token: null }),
  },
  ms: view.ms,
  ...presentVersion(view),
  ...(view.link_id && view.link_name && { through: { linkId: view.link_id, linkName: view.link_name } }),
});

/** Names the version that was viewed, unless the first: most files have one version, and need no number. */
const presentVersion = ({ version }: { version: number | null }): { version?: number } =>
  version === null || version === 1 ? {} : { version };

export const presentTimedView = (view: ViewWithPages): TimedView => ({
  id: view.id,
  viewedAt: isoInstant(view.viewed_at),
  viewer: presentViewerName(view),
  ms: view.pages[0]?.view_ms ?? 0,
  pageCount: view.pages[0]?.page_count ?? 0,
  pages: view.pages.map(({ page, ms }) => ({ page, ms })),
  ...presentVersion(view),
});

export const presentViewer = (viewer: FileViewerRow): FileViewer => ({
  id: viewer.id,
  viewer: presentViewerName(viewer),
  views: viewer.views,
  lastViewedAt: isoInstant(viewer.last_viewed_at),
  ms: viewer.ms,
  pageCount: viewer.page_count,
});

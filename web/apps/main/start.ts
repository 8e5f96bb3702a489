import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { User } from '#shared/contracts/session.ts';
import type { PublicSettings } from '#shared/contracts/settings.ts';
import type { getStart } from '#shared/contracts/start/start.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { PREFERENCES_KEY } from '#web/features/accounts/preferences.ts';
import { VISITOR_SESSION_KEY } from '#web/features/accounts/visitor-session.ts';
import { changesSummaryKey } from '#web/features/changes/api.ts';
import { RECENT_FILES_LIMIT } from '#web/features/files/api.ts';
import { RECENT_FILES_KEY, TREE_FILES_KEY } from '#web/features/files/file-cache.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { FOLDER_TREE_KEY, subfoldersKey } from '#web/features/folders/folder-cache.ts';
import {
  APPROVALS_KEY,
  MEMBERSHIPS_KEY,
  UPLOAD_FOLDERS_KEY,
} from '#web/features/rooms/inbox/task-queries.ts';
import { PUBLIC_SETTINGS_KEY } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { readResponse } from '#web/lib/http/request.ts';

type Start = ResultOf<typeof getStart>;

declare global {
  /** The answer that public/start.js has asked for before this code was there. */
  var earlyStart: Promise<Response> | undefined;
}

/**
 * Makes the query of the user fetch `GET /api/start`, whose other parts fill the queries of the first screen. Unlike `GET
 * /api/user` it refuses nobody, so that visitors and signed-out people cause no errors in the console.
 */
export function fetchOnStart(client: QueryClient): QueryClient {
  client.setQueryDefaults<User | null>(USER_KEY, {
    queryFn: async ({ signal }) => {
      const start = await fetchStart(signal);
      for (const [key, data] of listQueries(start))
        if (data !== undefined && client.getQueryData(key) === undefined) client.setQueryData(key, data);
      return start.user;
    },
  });
  // Asked for by what is around every page, before the answer that contains them is there.
  client.setQueryDefaults<PublicSettings>(PUBLIC_SETTINGS_KEY, {
    queryFn: async ({ signal }) => {
      if (client.getQueryData(USER_KEY) === undefined)
        await client.fetchQuery({ queryKey: USER_KEY }).catch(() => undefined);
      const filled = client.getQueryState(PUBLIC_SETTINGS_KEY);
      if (filled?.data && !filled.isInvalidated) return filled.data as PublicSettings; // filled above by the answer
      return call('GET /api/system-settings/public', {}, signal);
    },
  });
  return client;
}

async function fetchStart(signal: AbortSignal): Promise<Start> {
  const early = globalThis.earlyStart;
  globalThis.earlyStart = undefined;
  // It is tried again without a connection, which reports the failure like that of any call.
  const response = await early?.catch(() => undefined);
  return response ? readResponse(response) : call('GET /api/start', {}, signal);
}

/** Returns the data of each query that the answer contains. */
function listQueries({ user, preferences, visitor, settings, home }: Start): [QueryKey, unknown][] {
  const visit = visitor.isVisitor ? visitor : null;
  // The query of the visit leads to the page of terms that are due, says that nothing is open, and reports its own failures where
  // a visit begins.
  const asksForVisit =
    user ||
    visitor.termsPath !== undefined ||
    visitor.nothingVisible ||
    location.pathname.includes('/visitor');
  return [
    [PUBLIC_SETTINGS_KEY, settings],
    [PREFERENCES_KEY, preferences ?? undefined],
    [VISITOR_SESSION_KEY, asksForVisit ? undefined : visit],
    [FOLDER_TREE_KEY, home?.tree],
    [subfoldersKey(null), home?.folders],
    [TREE_FILES_KEY, home?.files],
    [RECENT_FILES_KEY, home?.files.slice(0, RECENT_FILES_LIMIT)],
    [roomsQuery.queryKey, home?.rooms],
    [changesSummaryKey(undefined), home?.changes],
    [APPROVALS_KEY, home?.approvals],
    [UPLOAD_FOLDERS_KEY, home?.uploadFolders],
    [MEMBERSHIPS_KEY, home?.memberships],
  ];
}

import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { loadFileVersion } from '#server/authorization/load-file-version.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import type { AddedVersion } from '#shared/contracts/versions/versions.ts';
import * as contracts from '#shared/contracts/versions/versions.ts';
import { sendFileDownload, sendFileView } from '../send-file.ts';
import { receiveVersion } from '../upload/receive-upload.ts';
import type { CommittedVersion } from './commit-version.ts';
import { listVersions, loadVersionRow } from './list-versions.ts';
import { presentVersion } from './presenter.ts';
import { restoreVersion } from './restore-version.ts';
import { withdrawVersion } from './withdraw-version.ts';

async function presentAdded(
  ctx: Context,
  id: number,
  { number, typeChanged }: CommittedVersion,
): Promise<AddedVersion> {
  const file = await loadFile(ctx, id, 'view');
  return { ...presentVersion(ctx, file, await loadVersionRow(ctx, file, number)), typeChanged };
}

/** Registers the calls for the versions of a file, except those for page images. */
export function versionRoutes(app: FastifyInstance): void {
  serve(app, contracts.listVersions, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const { file, versions } = await listVersions(ctx, params.id, { limit, cursor });
    const page = paginate(versions, limit, exchange);
    return page.map((version) => presentVersion(ctx, file, version));
  });
  serve(app, contracts.addVersion, async (ctx, { params }, { request }) =>
    presentAdded(ctx, params.id, await receiveVersion(ctx, params.id, request)),
  );
  serve(app, contracts.viewVersion, async (ctx, { params }, exchange) =>
    sendFileView(ctx, await loadFileVersion(ctx, params.id, params.number, 'download'), exchange),
  );
  serve(app, contracts.downloadVersion, async (ctx, { params }, exchange) =>
    sendFileDownload(ctx, await loadFileVersion(ctx, params.id, params.number, 'download'), exchange),
  );
  serve(app, contracts.restoreVersion, async (ctx, { params }) =>
    presentAdded(ctx, params.id, await restoreVersion(ctx, params.id, params.number)),
  );
  serve(app, contracts.withdrawVersion, async (ctx, { params, body }) => {
    await withdrawVersion(ctx, params.id, params.number, body.reason);
    const file = await loadFile(ctx, params.id, 'view');
    return presentVersion(ctx, file, await loadVersionRow(ctx, file, params.number));
  });
}

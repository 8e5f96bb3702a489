import type { FastifyInstance } from 'fastify';
import { findAncestorNames } from '#server/authorization/groups/ancestor-names.ts';
import { numberFolder } from '#server/authorization/index-numbers/find-numbers.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/folders.ts';
import { createFolder } from './create-folder.ts';
import { deleteFolder } from './delete-folder.ts';
import { listFolders } from './list-folders.ts';
import { moveFolder } from './move-folder.ts';
import { presentFolder, presentListedFolder } from './presenter.ts';
import { renameFolder } from './rename-folder.ts';
import { summarizeContents } from './summarize-contents.ts';

export function folderRoutes(app: FastifyInstance): void {
  serve(app, contracts.getFolderTree, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const folders = await listFolders(ctx, { parentId: undefined, limit, cursor });
    return paginate(folders, limit, exchange).map(presentListedFolder);
  });
  serve(app, contracts.listFolders, async (ctx, { query }, exchange) => {
    const { parentId, contents = false, limit = MAX_PAGE_SIZE, cursor } = query;
    const folders = await listFolders(ctx, { parentId, limit, cursor });
    const page = paginate(folders, limit, exchange);
    if (!contents) return page.map(presentListedFolder);
    const contentsOf = await summarizeContents(ctx, page);
    return page.map((folder) => ({ ...presentListedFolder(folder), contents: contentsOf(folder) }));
  });
  serve(app, contracts.getFolder, async (ctx, { params }) => {
    const folder = await loadFolder(ctx, params.id, 'view');
    const names =
      folder.groupAccess && !folder.parentVisible ? await findAncestorNames(ctx, [folder.id]) : undefined;
    return { ...presentFolder({ ...folder, ...names?.(folder.id) }), ...(await numberFolder(ctx, folder)) };
  });
  serve(app, contracts.createFolder, async (ctx, { body }) => presentFolder(await createFolder(ctx, body)));
  serve(app, contracts.updateFolder, async (ctx, { params, body }) =>
    presentFolder(
      'name' in body
        ? await renameFolder(ctx, params.id, body.name)
        : await moveFolder(ctx, params.id, body.parentId, { isDraft: body.draft }),
    ),
  );
  serve(app, contracts.deleteFolder, async (ctx, { params }) => {
    await deleteFolder(ctx, params.id);
    return SUCCESS;
  });
}

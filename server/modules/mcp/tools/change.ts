import { Readable } from 'node:stream';
import { z } from 'zod';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { presentFile } from '#server/modules/files/presenter.ts';
import { assertUploadAllowed } from '#server/modules/files/upload/admit-upload.ts';
import { commitUpload } from '#server/modules/files/upload/commit-upload.ts';
import { storeUpload } from '#server/modules/files/upload/store-upload.ts';
import { createFolder } from '#server/modules/folders/create-folder.ts';
import { presentFolder } from '#server/modules/folders/presenter.ts';
import { fileName, folderName, id } from '#shared/contracts/fields/base-fields.ts';
import { uploadFile } from '#shared/contracts/files.ts';
import { createFolder as folderContract } from '#shared/contracts/folders.ts';
import { askForConfirmation } from '../confirmation.ts';
import { answerJson, defineTool } from '../tool.ts';

const MAX_CONTENT_LENGTH = 100_000;

/** Names a place in the question to the person. */
const nameOf = (folder: LoadedFolder | undefined): string =>
  folder ? `in the folder “${folder.name}”` : 'outside folders';

export const createFolderTool = defineTool({
  name: 'create_folder',
  title: 'Create a folder',
  description: 'Creates a folder, after the person in front of your client has confirmed it.',
  input: z.object({ name: folderName, parentId: id.nullable() }),
  endpoint: folderContract,
  async run(exchange, { name, parentId }) {
    const { ctx } = exchange;
    const parent = parentId === null ? undefined : await loadFolder(ctx, parentId, 'addTo');
    const message = `Create the folder “${name}” ${nameOf(parent)}?`;
    const change = ['create_folder', name, parentId];
    return (
      (await askForConfirmation(exchange, message, change)) ??
      answerJson(presentFolder(await createFolder(ctx, { name, parentId })))
    );
  },
});

export const uploadTextTool = defineTool({
  name: 'upload_text_file',
  title: 'Upload a text file',
  description:
    'Stores a small text file, such as notes or a CSV table, after the person in front of your client has confirmed it.',
  input: z.object({
    name: fileName,
    folderId: id.nullable(),
    content: z.string().max(MAX_CONTENT_LENGTH, `Use at most ${MAX_CONTENT_LENGTH} characters`),
  }),
  endpoint: uploadFile,
  async run(exchange, { name, folderId, content }) {
    const { ctx } = exchange;
    await assertUploadAllowed(ctx, { folderId });
    const folder = folderId === null ? undefined : await loadFolder(ctx, folderId, 'addTo');
    const message = `Upload “${name}” (${content.length} characters) ${nameOf(folder)}?`;
    const question = await askForConfirmation(exchange, message, ['upload', name, folderId, content]);
    if (question) return question;
    const blob = await storeUpload(ctx, Readable.from([Buffer.from(content)]));
    return answerJson(presentFile(await commitUpload(ctx, blob, { name, folderId, allowDownload: true })));
  },
});

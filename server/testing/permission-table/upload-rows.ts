import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import { createTusClient, TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '../clients/tus-client.ts';
import { type Row, type RowFixture, row } from './row.ts';

/** Not even an administrator may change another user's upload. */
const own = (status: number) => `401 403 401 401 404 404 ${status} 404 401`;

const begin = (folderId: string, { number }: RowFixture) => ({
  headers: {
    ...TUS_HEADERS,
    'upload-length': '7',
    'upload-metadata': formatUploadMetadata({ filename: `upload-${number}.txt`, folderId }),
  },
});

/** Creates an upload of the owner into the shared folder. */
const owners = async ({ owner, folderId }: RowFixture) => {
  const url = await createTusClient(owner).open(7, { folderId: String(folderId) });
  return { params: { id: Number(url.split('/').at(-1)) }, headers: TUS_HEADERS };
};

export const uploadRows: readonly Row[] = [
  row('POST /api/uploads', '401 403 401 401 201 201 201 201 401', (scene) => begin('', scene)),
  row(
    'POST /api/uploads',
    '401 403 401 401 404 201 201 201 401',
    (scene) => begin(String(scene.folderId), scene),
    'into a shared folder',
  ),
  row('HEAD /api/uploads/:id', own(200), owners),
  row('PATCH /api/uploads/:id', own(204), async (scene) => ({
    ...(await owners(scene)),
    headers: { ...TUS_HEADERS, 'content-type': UPLOAD_MEDIA_TYPE, 'upload-offset': '0' },
    bytes: 'A note.',
  })),
  row('DELETE /api/uploads/:id', own(204), owners),
  row('OPTIONS /api/uploads', '401 403 401 401 204 204 204 204 401'),
];

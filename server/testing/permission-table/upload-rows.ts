import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import { OFFSET_BYTES, speakTus, TUS } from '../clients/tus-client.ts';
import { type Row, row, type Scene } from './row.ts';

/** Not even an administrator meddles with what another is sending. */
const own = (status: number) => `401 403 401 401 404 404 ${status} 404 401`;

const begin = (folderId: string, { number }: Scene) => ({
  headers: {
    ...TUS,
    'upload-length': '7',
    'upload-metadata': formatUploadMetadata({ filename: `upload-${number}.txt`, folderId }),
  },
});

/** An upload of the owner's into the shared folder. */
const owners = async ({ owner, folderId }: Scene) => {
  const url = await speakTus(owner).open(7, { folderId: String(folderId) });
  return { params: { id: Number(url.split('/').at(-1)) }, headers: TUS };
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
    headers: { ...TUS, 'content-type': OFFSET_BYTES, 'upload-offset': '0' },
    bytes: 'A note.',
  })),
  row('DELETE /api/uploads/:id', own(204), owners),
  row('OPTIONS /api/uploads', '401 403 401 401 204 204 204 204 401'),
];

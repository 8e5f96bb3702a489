import { ACTORS, type Row, type RowFixture, row } from './row.ts';

/** Creates a file of the owner in the shared folder. */
const owners = async ({ owner, folderId }: RowFixture) => ({
  params: { id: (await owner.file({ folderId })).id },
});
const restricted = async ({ owner, folderId }: RowFixture) => ({
  params: { id: (await owner.file({ folderId, allowDownload: false })).id },
});
/** Creates a file of the owner in their root. */
const rooted = async ({ owner }: RowFixture) => ({ params: { id: (await owner.file()).id } });
/** Creates a file of the collaborator in the shared folder. */
const collaborators = async ({ collaborator, folderId }: RowFixture) => ({
  params: { id: (await collaborator.file({ folderId })).id },
});

const SEEN = '401 200 401 401 404 200 200 200 401';
const SEEN_IN_ROOT = '401 404 401 401 404 404 200 200 401';
const DOWNLOAD = '401 403 401 401 404 200 200 200 401';
/** A text file has no PDF. */
const AS_PDF = '401 403 401 401 404 204 204 204 401';
const RESTRICTED_AS_PDF = '401 403 401 401 404 403 403 204 401';
const RESTRICTED = '401 403 401 401 404 403 403 200 401';
const OWNERS = '401 403 401 401 404 403 200 200 401';
const OWNERS_IN_ROOT = '401 403 401 401 404 404 200 200 401';
/** The uploader may move and delete the file; the folder's owner, who does not own the file, may not. */
const UPLOADERS = '401 403 401 401 404 200 403 200 401';
const ALLOW_DOWNLOAD = '401 403 401 401 404 403 403 200 401';

const RECOGNIZE = '401 403 401 401 404 409 409 409 401';
const RECOGNIZE_IN_ROOT = '401 403 401 401 404 404 409 409 401';

const upload = (folderId: string, { number }: RowFixture) => ({
  form: [
    { name: 'folderId', value: folderId },
    { name: 'file', value: 'A note.', filename: `upload-${number}.txt` },
  ],
});

const readingRows = (['view', 'download'] as const).flatMap((reading) => {
  const call = `GET /api/files/:id/${reading}`;
  return [
    row(call, DOWNLOAD, owners, 'in a shared folder'),
    row(call, RESTRICTED, restricted, 'not to be downloaded'),
    row(call, SEEN_IN_ROOT, rooted, 'in a root'),
  ];
});

export const fileRows: readonly Row[] = [
  row('GET /api/files', ACTORS),
  row('GET /api/files', SEEN, ({ folderId }) => ({ query: `folderId=${folderId}` }), 'in a folder'),
  row('GET /api/files/:id', SEEN, owners, 'in a shared folder'),
  row('GET /api/files/:id', SEEN, restricted, 'not to be downloaded'),
  row('GET /api/files/:id', SEEN_IN_ROOT, rooted, 'in a root'),
  row('POST /api/files', '401 403 401 401 201 201 201 201 401', (scene) => upload('', scene)),
  row(
    'POST /api/files',
    '401 403 401 401 404 201 201 201 401',
    (scene) => upload(String(scene.folderId), scene),
    'into a shared folder',
  ),
  ...readingRows,
  row('GET /api/files/:id/pdf', AS_PDF, owners, 'in a shared folder'),
  row('GET /api/files/:id/pdf', RESTRICTED_AS_PDF, restricted, 'not to be downloaded'),
  row('PATCH /api/files/:id/allow-download', ALLOW_DOWNLOAD, async (scene) => ({
    ...(await owners(scene)),
    body: { allowDownload: false },
  })),
  row('PATCH /api/files/:id', OWNERS, async (scene) => ({
    ...(await owners(scene)),
    body: { name: 'renamed.txt' },
  })),
  row('PATCH /api/files/:id', UPLOADERS, async (scene) => ({
    ...(await collaborators(scene)),
    body: { name: 'renamed.txt' },
  })),
  // OCR is off in this app: who may not recognize text does not learn it.
  row('POST /api/files/:id/ocr', RECOGNIZE, async (scene) => ({
    ...(await owners(scene)),
    body: { languages: 'auto' },
  })),
  row(
    'POST /api/files/:id/ocr',
    RECOGNIZE_IN_ROOT,
    async (scene) => ({ ...(await rooted(scene)), body: { languages: ['deu'] } }),
    'in a root',
  ),
  row(
    'PATCH /api/files/:id/move',
    OWNERS,
    async (scene) => ({ ...(await owners(scene)), body: { folderId: null } }),
    'the owner’s',
  ),
  row(
    'PATCH /api/files/:id/move',
    UPLOADERS,
    async (scene) => ({ ...(await collaborators(scene)), body: { folderId: null } }),
    'the collaborator’s',
  ),
  row(
    'PATCH /api/files/:id/move',
    OWNERS_IN_ROOT,
    async (scene) => ({ ...(await rooted(scene)), body: { folderId: scene.folderId } }),
    'in a root',
  ),
  row('DELETE /api/files/:id', OWNERS, owners, 'the owner’s'),
  row('DELETE /api/files/:id', UPLOADERS, collaborators, 'the collaborator’s'),
  row('DELETE /api/files/:id', OWNERS_IN_ROOT, rooted, 'in a root'),
];

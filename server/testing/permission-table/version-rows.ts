import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import { TUS_HEADERS } from '../clients/tus-client.ts';
import type { TestUser } from './roles.ts';
import { afterJobs, type Row, type RowFixture, row } from './row.ts';

/** Adds a version to a file, which must have other bytes than those before. */
async function replace(person: TestUser, id: number, content: string): Promise<void> {
  const { status } = await person.form(`/api/files/${id}/versions`, [
    { name: 'file', value: content, filename: 'note.txt' },
  ]);
  if (status !== 201) throw new Error('No version');
}

const twoVersions = async (person: TestUser, folderId: number, number: number) => {
  const { id } = await person.file({ folderId });
  await replace(person, id, 'A second note.');
  return { params: { id, number } };
};

/** Creates a file of the owner in the shared folder, with two versions. */
const current = ({ owner, folderId }: RowFixture) => twoVersions(owner, folderId, 2);
const earlier = ({ owner, folderId }: RowFixture) => twoVersions(owner, folderId, 1);
const collaborators = ({ collaborator, folderId }: RowFixture) => twoVersions(collaborator, folderId, 1);

/** Creates a file of the owner whose first version is withdrawn. */
const withdrawn = async (scene: RowFixture) => {
  const asked = await earlier(scene);
  await scene.owner.post(`/api/files/${asked.params.id}/versions/1/withdraw`, { reason: 'A wrong price.' });
  return asked;
};

/** Creates a file that may not be downloaded, whose pages everybody with access may see. */
const restricted = async ({ owner, folderId }: RowFixture, number: number, page?: number) => {
  const { id } = await owner.file({ folderId, allowDownload: false });
  await replace(owner, id, 'A second note.');
  return { params: { id, number, ...(page !== undefined && { page }) } };
};

const comparing = ({ params: { id } }: { params: { id: number } }) => ({ params: { id } });

const comparedPage = ({ params: { id } }: { params: { id: number } }) => ({ params: { id, page: 1 } });

const added = ({ number }: RowFixture) => ({
  form: [
    { name: 'note', value: 'Corrected' },
    { name: 'file', value: `Version ${number}`, filename: 'note.txt' },
  ],
});

const SEEN = '401 200 401 401 404 200 200 200 401';
const MEMBERS = '401 404 401 401 404 200 200 200 401';
const DOWNLOAD = '401 403 401 401 404 200 200 200 401';
/** A visitor without download permission learns nothing about the versions. */
const WITHDRAWN = '401 403 401 401 404 404 200 200 401';
const WITHDRAWN_PAGES = '401 404 401 401 404 404 200 200 401';
const OWNERS = (status: number) => `401 403 401 401 404 403 ${status} ${status} 401`;
const UPLOADERS = (status: number) => `401 403 401 401 404 ${status} 403 ${status} 401`;

const readingRows = (['view', 'download'] as const).flatMap((reading) => {
  const call = `GET /api/files/:id/versions/:number/${reading}`;
  return [
    row(call, DOWNLOAD, current, 'of the current version'),
    row(call, DOWNLOAD, earlier, 'of an earlier version'),
    row(call, WITHDRAWN, withdrawn, 'of a withdrawn version'),
  ];
});

export const versionRows: readonly Row[] = [
  row('GET /api/files/:id/versions', SEEN, current),
  row('POST /api/files/:id/versions', OWNERS(201), async (scene) => ({
    ...(await current(scene)),
    ...added(scene),
  })),
  row(
    'POST /api/files/:id/versions',
    UPLOADERS(201),
    async (scene) => ({ ...(await collaborators(scene)), ...added(scene) }),
    'of the collaborator’s file',
  ),
  ...readingRows,
  row(
    'GET /api/files/:id/versions/:number/pages',
    SEEN,
    (scene) => restricted(scene, 2),
    'of the current version',
  ),
  row(
    'GET /api/files/:id/versions/:number/pages',
    MEMBERS,
    (scene) => restricted(scene, 1),
    'of an earlier version',
  ),
  row('GET /api/files/:id/versions/:number/pages', WITHDRAWN_PAGES, withdrawn, 'of a withdrawn version'),
  row(
    'GET /api/files/:id/versions/:number/pages/:page',
    SEEN,
    async (scene) => ({ ...(await restricted(scene, 2, 1)), isSigned: true }),
    'of the current version',
  ),
  row(
    'GET /api/files/:id/versions/:number/pages/:page',
    MEMBERS,
    async (scene) => ({ ...(await restricted(scene, 1, 1)), isSigned: true }),
    'of an earlier version',
  ),
  afterJobs(
    row(
      'GET /api/files/:id/compare',
      SEEN,
      async (scene) => ({ ...comparing(await current(scene)), query: 'a=2&b=2' }),
      'of the current version with itself',
    ),
  ),
  afterJobs(
    row(
      'GET /api/files/:id/compare',
      MEMBERS,
      async (scene) => ({ ...comparing(await current(scene)), query: 'a=1&b=2' }),
      'of an earlier version',
    ),
  ),
  afterJobs(
    row(
      'GET /api/files/:id/compare',
      WITHDRAWN_PAGES,
      async (scene) => ({ ...comparing(await withdrawn(scene)), query: 'a=1&b=2' }),
      'of a withdrawn version',
    ),
  ),
  afterJobs(
    row(
      'GET /api/files/:id/compare/pdf',
      MEMBERS,
      async (scene) => ({ ...comparing(await current(scene)), query: 'a=1&b=2' }),
      'of an earlier version',
    ),
  ),
  ...(['a=2&b=2', 'a=1&b=2'] as const).map((query) =>
    row(
      'GET /api/files/:id/compare/pages/:page',
      query === 'a=2&b=2' ? SEEN : MEMBERS,
      async (scene) => ({ ...comparedPage(await restricted(scene, 2)), query, isSigned: true }),
      `of versions ${query}`,
    ),
  ),
  row(
    'GET /api/files/:id/compare/pages/:page',
    '401 404 401 401 404 404 404 404 401',
    async (scene) => ({ ...comparedPage(await restricted(scene, 2)), query: 'a=1&b=2' }),
    'without a signature',
  ),
  row('POST /api/files/:id/versions/:number/restore', OWNERS(201), earlier),
  row(
    'POST /api/files/:id/versions/:number/restore',
    UPLOADERS(201),
    collaborators,
    'of the collaborator’s file',
  ),
  row('POST /api/files/:id/versions/:number/withdraw', OWNERS(200), async (scene) => ({
    ...(await earlier(scene)),
    body: { reason: 'A wrong price.' },
  })),
  row(
    'POST /api/files/:id/versions/:number/withdraw',
    UPLOADERS(200),
    async (scene) => ({ ...(await collaborators(scene)), body: { reason: 'A wrong price.' } }),
    'of the collaborator’s file',
  ),
  row(
    'POST /api/uploads',
    OWNERS(201),
    async (scene) => ({
      headers: {
        ...TUS_HEADERS,
        'upload-length': '7',
        'upload-metadata': formatUploadMetadata({
          filename: 'note.txt',
          replaces: String((await current(scene)).params.id),
        }),
      },
    }),
    'as a version of a file',
  ),
];

import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { DocumentSet, SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, type DemoUser, expectSuccess } from './demo-people.ts';

/** Plans a sign-in, unless the person is signed in by then. */
export type PlanSignIn = (person: DemoUser, at: number) => void;

import { LATE_UPLOADS, RESTRICTED, UPLOAD_PLAN } from './upload-plan.ts';

export interface DemoFile {
  id: number;
  /** With the names of its folders. */
  path: string;
  uploadedAt: number;
  document: SampleDocument;
}

export interface DemoContents {
  folderIds: Map<string, number>;
  files: DemoFile[];
}

/** Plans the folders and the uploads of all documents, spread over the months as the upload plan says. */
export function planUploads(
  clock: DemoClock,
  people: Record<DemoPerson, TestClient>,
  documents: DocumentSet,
  signIn: PlanSignIn,
): DemoContents {
  const contents: DemoContents = { folderIds: new Map(), files: [] };
  const paths = Object.keys(documents);
  for (const [top, { uploader, days }] of Object.entries(UPLOAD_PLAN)) {
    const inTop = paths.filter((path) => path === top || path.startsWith(`${top}/`));
    const all = inTop.flatMap((path) => (documents[path] ?? []).map((document) => ({ path, document })));
    const [first, last] = days;
    const start = clock.daysBefore(first, 8, 40);
    signIn('dana', start - 60_000);
    clock.plan(start, async () => {
      for (const path of inTop) await createFolderPath(people.dana, path, contents.folderIds);
    });
    all.forEach(({ path, document }, index) => {
      // Several documents in one session, as people upload them.
      const session = Math.floor(index / 4);
      const sessions = Math.max(1, Math.ceil(all.length / 4) - 1);
      const late = Object.entries(LATE_UPLOADS).find(([name]) => document.name.startsWith(name))?.[1];
      const day = late ?? Math.round(first - ((first - last) * session) / sessions);
      const at = clock.daysBefore(day, 10 + (index % 4), (index * 17) % 50);
      signIn(uploader, at - 90_000);
      clock.plan(at, async () => {
        const id = await upload(people[uploader], document, contents.folderIds.get(path));
        contents.files.push({ id, path: `${path}/${document.name}`, uploadedAt: clock.now(), document });
      });
    });
  }
  return contents;
}

async function createFolderPath(
  client: TestClient,
  path: string,
  folderIds: Map<string, number>,
): Promise<number> {
  const known = folderIds.get(path);
  if (known !== undefined) return known;
  const slash = path.lastIndexOf('/');
  const parentId = slash < 0 ? null : await createFolderPath(client, path.slice(0, slash), folderIds);
  const { body } = await expectSuccess(
    client.post('/api/folders', { name: path.slice(slash + 1), parentId }),
  );
  folderIds.set(path, body.id);
  return body.id;
}

export async function upload(
  client: TestClient,
  { name, buffer }: SampleDocument,
  folderId: number | undefined,
): Promise<number> {
  const { body } = await expectSuccess(
    client.form('/api/files', [
      { name: 'folderId', value: String(folderId) },
      { name: 'allowDownload', value: String(!RESTRICTED.test(name)) },
      { name: 'file', value: buffer, filename: name },
    ]),
  );
  return body.id;
}

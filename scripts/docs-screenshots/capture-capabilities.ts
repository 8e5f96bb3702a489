import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { makePdf, type SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';

/** A browser page whose user owns the demo, and how its images are stored. */
export interface Capture {
  readonly page: Page;
  readonly origin: string;
  save(page: Page, name: string): Promise<void>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const ROOM = '12 Clean Team';
const TERM_SHEET = 'Transition Services.pdf';
const ARCHIVE_TIMEOUT_MS = 120_000;

const termSheet = (months: string, fee: string): Promise<SampleDocument> =>
  makePdf(TERM_SHEET, [
    {
      heading: 'Transition services',
      paragraphs: [
        `The seller provides the services for ${months} months after completion.`,
        `The buyer pays a monthly fee of EUR ${fee}, in advance.`,
        'Either party may end a service with two months’ notice.',
      ],
    },
  ]);

/** A ZIP as another data room exports it, with a file that it contains twice. */
const FOREIGN_ARCHIVE = Buffer.from(
  zipSync({
    '01 Insurance/Liability policy.txt': strToU8('The sum insured is EUR 10,000,000.'),
    '01 Insurance/Liability policy (copy).txt': strToU8('The sum insured is EUR 10,000,000.'),
    '02 Permits/Emission permit.txt': strToU8('Valid until 31 December 2031.'),
  }),
);

/** Finds the room of the demo in which groups have read. */
export async function findRoom({ page, origin }: Capture): Promise<number> {
  const rooms: Named[] = await (await page.request.get(`${origin}/api/rooms`)).json();
  const room = rooms.find(({ name }) => name === ROOM);
  if (!room) throw new Error(`The demo has no room named ${ROOM}.`);
  return room.id;
}

/** Takes an image of each capability that the demo itself does not show, after adding what it shows. */
export async function captureCapabilities(capture: Capture, folderId: number): Promise<void> {
  await captureLinks(capture, folderId);
  await captureComparison(capture, folderId);
  await captureImport(capture, folderId);
  await captureEvidence(capture, await findRoom(capture));
  await captureDialog(capture, 'Create Webhook', 'webhook-light');
  await captureDialog(capture, 'Create API Token', 'api-token-light');
}

async function captureLinks({ page, origin, save }: Capture, folderId: number): Promise<void> {
  const targets = [{ kind: 'folder', id: folderId }];
  for (const name of ['Corvane, lenders', 'Sundvik, tax advisers', 'Insurance broker'])
    await page.request.post(`${origin}/api/links`, { data: { name, targets } });
  await page.goto(`${origin}/links`);
  await page.getByRole('main').getByRole('table').waitFor();
  await save(page, 'links-light');
}

async function upload(
  { page, origin }: Capture,
  url: string,
  { name, buffer }: Pick<SampleDocument, 'name' | 'buffer'>,
  fields: Record<string, string>,
): Promise<Named> {
  const file = { name, mimeType: 'application/pdf', buffer };
  return (await page.request.post(`${origin}${url}`, { multipart: { ...fields, file } })).json();
}

async function captureComparison(capture: Capture, folderId: number): Promise<void> {
  const { page, origin, save } = capture;
  const [before, after] = [await termSheet('six', '42,000'), await termSheet('nine', '38,500')];
  const { id } = await upload(capture, '/api/files', before, { folderId: String(folderId) });
  await upload(capture, `/api/files/${id}/versions`, after, { note: 'After the call' });
  await page.goto(`${origin}/file/${id}/compare?a=1&b=2`);
  await page.getByRole('main').getByText('38,500').first().waitFor();
  await save(page, 'comparison-light');
}

async function captureImport({ page, origin, save }: Capture, folderId: number): Promise<void> {
  await page.goto(`${origin}/folder/${folderId}`);
  await page.getByRole('button', { name: 'Import' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a ZIP' }).click();
  await (await choosing).setFiles({
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: FOREIGN_ARCHIVE,
  });
  await dialog.getByText('Duplicates (1)').waitFor({ timeout: ARCHIVE_TIMEOUT_MS });
  await save(page, 'import-light');
  await page.keyboard.press('Escape');
}

async function captureEvidence({ page, origin, save }: Capture, roomId: number): Promise<void> {
  await page.request.post(`${origin}/api/rooms/${roomId}/archives`, {
    data: { scope: 'room', format: 'zip' },
  });
  await page.goto(`${origin}/rooms/${roomId}/evidence`);
  await page
    .getByRole('link', { name: /^Download/ })
    .first()
    .waitFor({ timeout: ARCHIVE_TIMEOUT_MS });
  await save(page, 'evidence-light');
  await page.goto(`${origin}/rooms/${roomId}/requests`);
  await page.getByRole('main').getByText('Structure and test coverage').first().waitFor();
  await save(page, 'request-list-light');
}

/** Takes an image of what the owner changed since the last visit of another person. */
export async function captureChanges(capture: Capture, reader: Page): Promise<void> {
  const { page, origin, save } = capture;
  // What was there before a first visit is no change.
  await reader.request.get(`${origin}/api/changes`);
  const list = async (path: string): Promise<Named[]> => (await page.request.get(`${origin}${path}`)).json();
  const find = (entries: Named[], wanted: string) => entries.find(({ name }) => name === wanted)?.id;
  const folders = await list('/api/folders?parentId=null');
  const { buffer } = await termSheet('six', '42,000');
  const minutes = { name: 'Board Minutes November.pdf', buffer };
  await upload(capture, '/api/files', minutes, { folderId: String(find(folders, '01 Corporate')) });
  const replaced = 'Process Letter Phase 2.pdf';
  const versions = `/api/files/${find(await list('/api/files'), replaced)}/versions`;
  await upload(capture, versions, { name: replaced, buffer }, { note: 'New dates' });
  const data = { name: '03 Commercial Contracts' };
  await page.request.patch(`${origin}/api/folders/${find(folders, '03 Commercial')}`, { data });
  await reader.goto(`${origin}/changes`);
  await reader.getByRole('main').getByRole('link', { name: replaced, exact: true }).waitFor();
  await save(reader, 'changes-light');
}

async function captureDialog({ page, origin, save }: Capture, button: string, name: string): Promise<void> {
  await page.goto(`${origin}/settings?tab=security`);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
  await save(page, name);
}

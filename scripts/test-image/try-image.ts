import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type SignedInClient, signIn } from '#server/testing/clients/api-client.ts';
import {
  makeDocx,
  makePdf,
  makePptx,
  makeXlsx,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { makeScannedPdf } from '#server/testing/sample-documents/scanned-pdf.ts';
import { getFile } from '#shared/contracts/files.ts';
import { listPages } from '#shared/contracts/pages.ts';
import { search } from '#shared/contracts/search.ts';
import type { BuiltImage } from './build-image.ts';
import { enterImage, startImage } from './start-image.ts';

interface Outcome {
  readonly name: string;
  readonly isKept: boolean;
}

/** Node has no folder for compiled code if that for its version, its processor and its user cannot be made or found. */
const HAS_COMPILED_CODE = 'process.exit(require("node:module").getCompileCacheDir() ? 0 : 1)';

const READ_TIMEOUT_MS = 120_000;

/** Documents by a word that nothing else has, in each way of reading that the product has. */
async function createDocuments(): Promise<Record<string, SampleDocument>> {
  return {
    quinoline: await makePdf('Supply agreement.pdf', [
      { heading: 'Supply agreement', paragraphs: ['The price of quinoline is 40 euros a drum.'] },
    ]),
    manganese: makeDocx('Offer.docx', ['The offer for manganese is open until 31 March.']),
    tellurium: makeXlsx('Prices.xlsx', [
      ['Metal', 'Price'],
      ['tellurium', 70],
    ]),
    palladium: makePptx('Board.pptx', ['The board approved the purchase of palladium.']),
    zirconium: await makeScannedPdf('Letter (scan).pdf', [
      'Delivery of zirconium to the warehouse',
      'has been confirmed by the carrier.',
    ]),
  };
}

/** Starts the image and tries what depends on where it runs: rights, extraction, OCR, rendering, and how it stops. */
export async function tryImage(image: BuiltImage, volume: string): Promise<Outcome[]> {
  const password = randomBytes(16).toString('hex');
  // Only this machine may reach it.
  const settings = { HOST: '127.0.0.1', PORT: '0', ADMIN_PASSWORD: password };
  const running = await startImage(image, volume, settings);
  const { processorMs, residentMb } = running.start;
  console.log(`ready after ${processorMs} ms of processor time, with ${residentMb} MB`);
  const port = new URL(running.origin).port;
  const outcomes: Outcome[] = [];
  const keep = (name: string, isKept: boolean): void => void outcomes.push({ name, isKept });
  try {
    for (const [name, command, isAllowed] of [
      ['writes to /data', 'touch /data/x && rm /data/x', true],
      ['writes to /tmp', 'touch /tmp/x', true],
      ['writes nowhere else', 'touch /app/x || touch /etc/x || touch /x', false],
      ['creates no user namespace', 'unshare --user true', false],
      ['is not root', 'test "$(id -u)" = 0', false],
      ['has compiled code that Node takes', `node -e '${HAS_COMPILED_CODE}'`, true],
    ] as const) {
      const { status } = spawnSync(
        'unshare',
        enterImage(image, volume, image.environment, ['sh', '-c', command]),
      );
      keep(name, (status === 0) === isAllowed);
    }
    keep('is healthy', running.checkHealth({ PORT: port }) === 0);
    keep('is unhealthy elsewhere', running.checkHealth({ PORT: '1' }) === 1);
    const client = await signIn(running.origin, { username: 'admin', password });
    await tryDocuments(client, keep);
  } finally {
    keep('ends with code 0 at SIGTERM', (await running.stop()) === 0);
  }
  return outcomes;
}

async function tryDocuments(
  client: SignedInClient,
  keep: (name: string, isKept: boolean) => void,
): Promise<void> {
  for (const [word, document] of Object.entries(await createDocuments())) {
    const { id } = await client.upload(document);
    const path = getFile.path.replace(':id', String(id));
    const endsAt = Date.now() + READ_TIMEOUT_MS;
    const query = new URLSearchParams({ query: `What about ${word}?` });
    let [status, isFound] = ['', false];
    // A document that was read is in the search index a moment later.
    while (!isFound && status !== 'failed' && Date.now() < endsAt) {
      await wait(200);
      status = (await client.call(getFile, undefined, path)).indexStatus;
      if (status !== 'indexed') continue;
      const found = await client.call(search, undefined, `${search.path}?${query}`);
      isFound = 'documentInfo' in found && found.documentInfo?.fileId === id;
    }
    keep(`finds ${document.name} by its text`, isFound);
    const { signature } = await client.call(listPages, undefined, `${path}/pages`);
    const page = await client.get(`${path}/pages/1?${new URLSearchParams({ width: '800', signature })}`);
    const isImage = page.headers.get('content-type')?.startsWith('image/') === true;
    keep(`draws a page of ${document.name}`, page.ok && isImage);
  }
}

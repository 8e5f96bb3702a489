import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import { newAccount } from '../../support/fixtures/test.ts';

/** Opened only where somebody names them: on a small machine twenty documents take minutes. */
const folder = join(process.env['EVALDATA_DIR'] ?? 'nowhere', 'ingest');
const manifest = join(folder, 'manifest.jsonl');
/** All of them take minutes: `npm run bench -- view-ingest` opens each. */
const SAMPLE_INTERVAL = 24;

test('every file of the evaluation corpus is shown or rejected, without side effects', {
  tag: '@full',
}, async ({ context, page, baseURL }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the documents are others' and are not in every copy
  test.skip(!existsSync(manifest), 'EVALDATA_DIR names no folder with evaluation files');
  const misdeeds = watchForbiddenActions(context, new URL(baseURL ?? '').origin);
  const api = createBrowserApi(context.request);
  await api.register(newAccount());
  const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  for (const line of lines.filter((_line, index) => index % SAMPLE_INTERVAL === 0)) {
    const file = String(JSON.parse(line).file);
    const upload = {
      name: basename(file),
      mimeType: 'application/octet-stream',
      buffer: readFileSync(join(folder, file)),
    };
    const { id } = await api.upload(upload);
    await openFilePage(page, id);
    expect([file, misdeeds.take()]).toEqual([file, []]);
  }
});

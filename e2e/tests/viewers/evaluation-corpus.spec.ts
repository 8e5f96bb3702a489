import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import {
  hasEvaluationData,
  listIngestFiles,
  missingEvaluationData,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import { newAccount } from '../../support/fixtures/test.ts';

/** All files take minutes: `npm run bench -- corpus-viewing` opens each. */
const SAMPLE_INTERVAL = 24;

test('every file of the evaluation corpus is shown or rejected, without side effects', {
  tag: '@full',
}, async ({ context, page, baseURL }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the files are not ours and not in every checkout
  test.skip(!hasEvaluationData('ingest'), missingEvaluationData('ingest'));
  const forbiddenActions = watchForbiddenActions(context, new URL(baseURL ?? '').origin);
  const api = createBrowserApi(context.request);
  await api.register(newAccount());
  for (const { file, path } of listIngestFiles().filter((_file, index) => index % SAMPLE_INTERVAL === 0)) {
    const { id } = await api.upload({
      name: basename(file),
      mimeType: 'application/octet-stream',
      buffer: readFileSync(path),
    });
    await openFilePage(page, id);
    expect([file, forbiddenActions.take()]).toEqual([file, []]);
  }
});

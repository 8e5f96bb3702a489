import { expect, vi } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { recordVerdict } from './record-verdict.ts';

const test = testWith({ config: { tesseractPath: undefined, programPath: '' } });

/** Takes the place of the engine. */
function fakeEngine({ server }: TestApp) {
  const { ocr } = server.services.documents;
  if (!ocr) throw new Error('OCR is off');
  return vi.spyOn(ocr, 'recognizePage').mockImplementation(async () => {
    return { engine: 'wasm', page: { text: 'A capercaillie', confidence: 90, words: 2 } };
  });
}

test.for(['partly', 'indexed', 'pending'] as const)(
  'a scan that was withheld while it was being recognized is read once it is released (%s)',
  async (status, { testApp }) => {
    const engine = fakeEngine(testApp);
    const { db, now } = testApp.server.services;
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
    await testApp.finishJobs();
    const record = async (verdict: Parameters<typeof recordVerdict>[2]) => {
      const file = db.selectFrom('files').select('blob_key').where('id', '=', id);
      const { blob_key: key } = await file.executeTakeFirstOrThrow();
      await transaction(systemContext(testApp.server.services), (ctx) => recordVerdict(ctx, key, verdict));
    };
    await record({ state: 'unscannable', reason: 'The file is too large.' });
    await db
      .updateTable('files')
      .set({ index_status: status, ocr_state: 'waiting' })
      .where('id', '=', id)
      .execute();
    const payload = JSON.stringify({ fileId: id, pages: [1], gap: null });
    const job = { kind: 'file.ocr_requested', payload, created_at: now(), run_at: now() };
    await db.insertInto('jobs').values(job).execute();
    await testApp.finishJobs();
    expect(engine).toHaveBeenCalledTimes(1);
    await record({ state: 'clean' });
    await testApp.finishJobs();
    expect((await owner.get(`/api/files/${id}`)).body).toMatchObject({
      indexStatus: 'indexed',
      indexReason: null,
      ocr: { state: 'done' },
    });
    expect(engine).toHaveBeenCalledTimes(2);
  },
);

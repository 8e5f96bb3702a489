import { expect, vi } from 'vitest';
import { SUBJECT_ADDRESS_PURPOSE } from '#server/database/audit/persons/person-keys.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { erase } from './testing/traces.ts';

const HOUR_MS = 3_600_000;

/** Requests an erasure whose job fails three times. */
async function failErasure(testApp: TestApp) {
  const admin = await testApp.user({ isAdmin: true });
  const person = await testApp.user();
  const { encryptor } = testApp.server.services;
  const original = encryptor.decrypt.bind(encryptor);
  const decrypt = vi.spyOn(encryptor, 'decrypt').mockImplementation((purpose, bytes) => {
    if (purpose === SUBJECT_ADDRESS_PURPOSE) throw new Error('broken');
    return original(purpose, bytes);
  });
  const { id } = (await erase(admin, person.email)).body;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await testApp.finishJobs();
    testApp.advanceClock(HOUR_MS / 10);
  }
  decrypt.mockRestore();
  const erasures = async () => (await admin.get('/api/admin/erasures')).body;
  const addresses = () =>
    testApp.server.services.db
      .selectFrom('erasures')
      .select(['id', 'encrypted_address'])
      .orderBy('id')
      .execute();
  const failedJob = async () => (await admin.get('/api/admin/jobs?q=subject.erase')).body[0];
  return { admin, person, id: id as number, erasures, addresses, failedJob };
}

test('an erasure whose job failed three times is shown as failed, and can be requested again', async ({
  testApp,
}) => {
  const { admin, person, id, erasures, addresses, failedJob } = await failErasure(testApp);
  expect(await erasures()).toMatchObject([{ id, state: 'failed', erasedAt: null }]);
  expect((await admin.get(`/api/admin/erasures/${id}/certificate`)).status).toBe(409);
  expect((await erase(admin, person.email)).status).toBe(202);
  await testApp.finishJobs();
  expect(await erasures()).toMatchObject([{ state: 'done' }, { id, state: 'failed', erasedAt: null }]);
  expect((await addresses()).map(({ encrypted_address }) => encrypted_address)).toEqual([null, null]);
  // Nothing is left to do for it.
  expect((await admin.post(`/api/admin/jobs/${(await failedJob()).id}/retry`)).status).toBe(200);
  await testApp.finishJobs();
  expect(await failedJob()).toBeUndefined();
});

test('an erasure that failed is done once its job is retried', async ({ testApp }) => {
  const { admin, id, erasures, addresses, failedJob } = await failErasure(testApp);
  expect((await addresses())[0]?.encrypted_address).not.toBeNull();
  expect((await admin.post(`/api/admin/jobs/${(await failedJob()).id}/retry`)).status).toBe(200);
  await testApp.finishJobs();
  expect(await erasures()).toMatchObject([{ id, state: 'done', erasedAt: expect.any(String) }]);
  expect((await addresses())[0]?.encrypted_address).toBeNull();
});

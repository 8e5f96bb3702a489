import { expect } from 'vitest';
import { download } from '#server/modules/evidence/testing/verify-files.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { grant, openRoom } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { Certificate } from '#shared/contracts/rooms/certificates.ts';
import type { CertificateStatement } from '../certificate-statement.ts';
import { followDatabaseClock, passInstant } from './access-over-time.ts';

/** Opens a room whose group may look at a folder with one file, by the clock of the database. */
export async function openRoomNow(testApp: TestApp) {
  await followDatabaseClock(testApp);
  const room = await openRoom(testApp);
  await grant(room.owner, room.root.id, { folder: room.inner, group: room.group, level: 'view' });
  const now = async () => {
    const at = await passInstant(testApp.server.services.db);
    await followDatabaseClock(testApp);
    return new Date(at).toISOString();
  };
  return { ...room, url: `/api/rooms/${room.root.id}/certificates`, now };
}

/** Has a certificate made and returns it with its JSON. */
export async function certify(testApp: TestApp, client: TestClient, url: string, body?: object) {
  await passInstant(testApp.server.services.db);
  await followDatabaseClock(testApp);
  const asked = await client.post(url, body);
  expect([asked.body.error, asked.status]).toEqual([null, 202]);
  await testApp.finishJobs();
  const certificate: Certificate = (await client.get(url)).body[0];
  expect(certificate).toMatchObject({ id: asked.body.id, state: 'done', error: null });
  const json = await download(client, `/api/certificates/${certificate.id}`);
  const statement: CertificateStatement = JSON.parse(JSON.parse(json).statement);
  return { certificate, json, statement };
}

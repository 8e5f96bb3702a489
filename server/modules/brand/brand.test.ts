import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';

const drawLogo = (width = 240, height = 60): string =>
  createCanvas(width, height).toBuffer('image/png').toString('base64');

const put = (person: TestClient, body: object) =>
  person.send({ method: 'PUT', url: '/api/admin/brand', payload: body });

test('administrators set a name and a logo that everybody sees, also before signing in', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const [user, { anonymous }] = [await testApp.user(), testApp];
  const brandOf = async () => (await anonymous.get('/api/system-settings/public')).body.brand;
  expect(await brandOf()).toEqual({ name: null, logo: null });
  for (const person of [user, anonymous])
    expect((await put(person, { name: 'Mine' })).status).toBeGreaterThanOrEqual(401);
  expect(await brandOf()).toEqual({ name: null, logo: null });

  const secret = 'GPS 48.137 11.575';
  const logo = Buffer.concat([Buffer.from(drawLogo(), 'base64'), Buffer.from(secret)]).toString('base64');
  const set = await put(admin, { name: ' Tarnbrook ', logo });
  expect(set.body).toEqual({ name: 'Tarnbrook', logo: expect.stringMatching(/^[\w-]{22}$/) });
  expect(await brandOf()).toEqual(set.body);
  const shown = await anonymous.send({ method: 'GET', url: `/api/brand/logo/${set.body.logo}` });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  expect(shown.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(shown.bytes.includes(secret)).toBe(false);

  // Without a logo in the request it stays; null removes it, and its address.
  expect((await put(admin, { name: 'Tarnbrook AG' })).body.logo).toBe(set.body.logo);
  expect((await put(admin, { name: null, logo: null })).body).toEqual({
    name: null,
    logo: null,
  });
  expect((await anonymous.get(`/api/brand/logo/${set.body.logo}`)).status).toBe(404);
  const entries = (await admin.get('/api/admin/audit?action=settings.update')).body;
  expect(entries).toHaveLength(3);
  expect(entries[2].details).toEqual({
    brand: { name: 'Tarnbrook', logo: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('what is no logo or no name is refused and changes nothing', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const set = await put(admin, { name: 'Tarnbrook', logo: drawLogo() });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const logo of [
    svg.toString('base64'),
    drawLogo(900, 10),
    'not base64!',
    Buffer.alloc(170 * 1024).toString('base64'),
  ]) {
    const refused = await put(admin, { name: 'Other', logo });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields)).toEqual(['logo']);
  }
  for (const name of ['', 'two\nlines', '\u202Egnp.exe', 'x'.repeat(61)])
    expect((await put(admin, { name })).status).toBe(400);
  expect((await admin.get('/api/system-settings/public')).body.brand).toEqual(set.body);
});

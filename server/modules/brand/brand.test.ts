import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { MULTIPART_TYPE, multipartBody, type TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';
import { drawLogo, sendImage } from './testing/brand-images.ts';

const NO_BRAND = {
  name: null,
  logoUrls: { light: null, dark: null },
  iconUrl: null,
  accentColor: null,
  footer: null,
  welcomeText: null,
  senderName: null,
};
const ADDRESS = '/api/admin/brand';

const put = (person: TestClient, payload: object) => person.send({ method: 'PUT', url: ADDRESS, payload });

test('administrators set a brand that everybody sees, also before signing in', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const [user, { anonymous }] = [await testApp.user(), testApp];
  const brandOf = async () => (await anonymous.get('/api/brand')).body;
  expect(await brandOf()).toEqual(NO_BRAND);
  for (const person of [user, anonymous]) {
    expect((await put(person, { name: 'Mine' })).status).toBeGreaterThanOrEqual(401);
    expect((await sendImage(person, ADDRESS, 'icon')).status).toBeGreaterThanOrEqual(401);
  }
  expect(await brandOf()).toEqual(NO_BRAND);

  const secret = 'GPS 48.137 11.575';
  await put(admin, { name: ' Tarnbrook ', accentColor: '#203C74', welcomeText: 'Welcome\nto all' });
  const set = await sendImage(admin, ADDRESS, 'logo-light', Buffer.concat([drawLogo(), Buffer.from(secret)]));
  expect(set.body).toEqual({
    ...NO_BRAND,
    name: 'Tarnbrook',
    accentColor: '#203c74',
    welcomeText: 'Welcome\nto all',
    logoUrls: { light: expect.stringMatching(/^\/api\/brand\/logo\/[\w-]{22}$/), dark: null },
  });
  expect(await brandOf()).toEqual(set.body);
  const { senderName: _, ...shownBrand } = set.body;
  expect((await anonymous.get('/api/system-settings/public')).body.brand).toEqual(shownBrand);
  const { light } = set.body.logoUrls;
  const shown = await anonymous.get(light);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  expect(shown.bytes.includes(secret)).toBe(false);
  expect(await loadImage(shown.bytes)).toMatchObject({ width: 240, height: 60 });

  // What is absent stays; null removes it, and the address of an image ends with it.
  expect((await put(admin, { name: 'Tarnbrook AG' })).body).toEqual({ ...set.body, name: 'Tarnbrook AG' });
  await put(admin, { name: null, accentColor: null, welcomeText: null });
  expect((await admin.delete(`${ADDRESS}/images/logo-light`)).body).toEqual(NO_BRAND);
  expect((await anonymous.get(light)).status).toBe(404);
  const entries = (await admin.get('/api/admin/audit?action=settings.update')).body;
  expect(entries.map(({ details }: { details: object }) => details).toReversed()).toEqual([
    { brand: { name: 'Tarnbrook', accentColor: '#203c74', welcomeText: 'Welcome\nto all' } },
    { brand: { 'logo-light': expect.stringMatching(/^[0-9a-f]{64}$/) } },
    { brand: { name: 'Tarnbrook AG' } },
    { brand: { name: null, accentColor: null, welcomeText: null } },
    { brand: { 'logo-light': null } },
  ]);
});

test('what is no image, no name or no readable color is refused and changes nothing', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  await put(admin, { name: 'Tarnbrook' });
  const { body: before } = await sendImage(admin, ADDRESS, 'logo-light');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refusals: [Buffer, number, string][] = [
    [svg, 415, 'Upload a PNG, JPEG or WebP image.'],
    [
      Buffer.alloc(5 * 1024 * 1024 + 1),
      413,
      'The image is larger than the limit of 5 MB. Upload a smaller file.',
    ],
    [drawLogo(900, 10), 400, 'This image is too long and narrow. Choose another one.'],
    [drawLogo().subarray(0, 40), 400, 'This image can’t be opened. Choose another one.'],
  ];
  for (const [image, status, error] of refusals)
    expect(await sendImage(admin, ADDRESS, 'logo-light', image)).toMatchObject({ status, body: { error } });
  expect((await sendImage(admin, ADDRESS, 'banner')).status).toBe(400);
  for (const name of ['', 'two\nlines', '\u202Egnp.exe', 'x'.repeat(61)])
    expect((await put(admin, { name })).status).toBe(400);
  for (const accentColor of ['red', '#fff', '#20367', 'url(x)'])
    expect((await put(admin, { accentColor })).status).toBe(400);
  expect(await put(admin, { accentColor: '#ffcc00' })).toMatchObject({
    status: 400,
    body: {
      error: expect.stringMatching(
        /^This color is hard to read\. The nearest readable color is #[\da-f]{6}\.$/,
      ),
      params: { nearest: expect.stringMatching(/^#[\da-f]{6}$/) },
    },
  });
  expect((await admin.get('/api/brand')).body).toEqual(before);
});

test('a large photo becomes a PNG of at most 1 MB, and transparency stays', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const canvas = createCanvas(1400, 1400);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(1400, 1400);
  for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = (at * 2_654_435_761) % 251;
  context.putImageData(pixels, 0, 0);
  const { body } = await sendImage(admin, ADDRESS, 'logo-dark', canvas.toBuffer('image/jpeg'));
  const { bytes } = await admin.get(body.logoUrls.dark);
  expect(bytes.length).toBeLessThanOrEqual(1024 * 1024);
  const transparent = createCanvas(40, 40).toBuffer('image/png');
  const icon = await sendImage(admin, ADDRESS, 'icon', transparent);
  const drawn = createCanvas(40, 40).getContext('2d');
  drawn.drawImage(await loadImage((await admin.get(icon.body.iconUrl)).bytes), 0, 0);
  expect(drawn.getImageData(20, 20, 1, 1).data[3]).toBe(0);
});

test('which image it is may be sent after the file, also in a later packet', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const body = multipartBody([
    { name: 'file', value: drawLogo(), filename: 'image.png' },
    { name: 'kind', value: 'icon' },
  ]);
  const end = body.indexOf('content-disposition: form-data; name="kind"');
  async function* packets(): AsyncGenerator<Buffer> {
    yield body.subarray(0, end);
    while (payload.readableLength > 0) await setImmediate();
    yield body.subarray(end);
  }
  const headers = { 'content-type': MULTIPART_TYPE };
  const payload = Readable.from(packets());
  const { status } = await admin.send({ method: 'POST', url: `${ADDRESS}/images`, payload, headers });
  expect(status).toBe(200);
});

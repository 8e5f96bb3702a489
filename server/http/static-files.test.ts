import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';

/** Opens an app with these files as its web app. */
async function openWebApp(
  files: readonly string[],
  config: { publicUrl?: string; publicHostname?: string } = {},
) {
  const webDirectory = await mkdtemp(join(tmpdir(), 'muniment-web-'));
  for (const file of ['index.html', ...files]) {
    await mkdir(dirname(join(webDirectory, file)), { recursive: true });
    await writeFile(join(webDirectory, file), '<!doctype html>');
  }
  const testApp = await openTestApp({ webDirectory, config });
  onTestFinished(async () => {
    await testApp.close();
    await rm(webDirectory, { recursive: true });
  });
  return testApp;
}

const readPolicy = (answer: { headers: Record<string, unknown> }): string[] =>
  String(answer.headers['content-security-policy']).split('; ');

test('the document frame has an opaque origin, sends no requests, and runs only our own scripts', async () => {
  const testApp = await openWebApp(['documents/frame.html', 'assets/frame-1a2b.js']);
  const frame = await testApp.anonymous.get('/documents/frame.html');
  const policy = readPolicy(frame);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  const sandbox = policy.find((directive) => directive.startsWith('sandbox'));
  expect(sandbox).toContain('allow-scripts');
  expect(sandbox).not.toMatch(/same-origin|top-navigation|forms|modals|downloads/);
  expect(policy.find((directive) => directive.startsWith('connect-src'))).toBeUndefined();

  // A frame with an opaque origin requests its scripts cross-origin; nothing else answers other origins.
  const script = await testApp.anonymous.get('/assets/frame-1a2b.js', { origin: 'null' });
  expect([script.status, script.headers['access-control-allow-origin']]).toEqual([200, '*']);
  for (const path of ['/', '/documents/frame.html', '/api/user', '/api/files/1/view']) {
    const answer = await testApp.anonymous.get(path, { origin: 'null' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
  const page = await testApp.anonymous.get('/');
  expect(page.headers['content-security-policy']).not.toContain('sandbox');
});

test('the frame of PDFs has an opaque origin and reaches nothing but the files of pdf.js', async () => {
  const host = { host: 'room.example.test' };
  const testApp = await openWebApp(
    [
      'pdfjs/frame.html',
      'pdfjs/viewer.html',
      'pdfjs/cmaps/a.bcmap',
      'pdfjs/wasm/a.wasm',
      'assets/frame-1a2b.js',
    ],
    { publicUrl: 'https://room.example.test', publicHostname: 'room.example.test' },
  );
  const frame = await testApp.anonymous.get('/pdfjs/frame.html', host);
  const origin = 'https://room.example.test';
  expect(readPolicy(frame)).toEqual([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    'worker-src blob:',
    "style-src 'self'",
    `img-src data: blob: ${origin}/assets/ ${origin}/pdfjs/images/`,
    `font-src data: blob: ${origin}/pdfjs/standard_fonts/`,
    `connect-src ${origin}/pdfjs/cmaps/ ${origin}/pdfjs/standard_fonts/ ${origin}/pdfjs/iccs/ ${origin}/pdfjs/wasm/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ]);
  expect([frame.headers['x-frame-options'], frame.headers['cache-control']]).toEqual([
    'SAMEORIGIN',
    'no-cache',
  ]);
  expect(frame.headers['origin-agent-cluster']).toBeUndefined();

  const readAccess = async (path: string) => {
    const { status, headers } = await testApp.anonymous.get(path, { ...host, origin: 'null' });
    return [status, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']];
  };
  for (const path of ['/pdfjs/cmaps/a.bcmap', '/pdfjs/wasm/a.wasm', '/assets/frame-1a2b.js'])
    expect(await readAccess(path)).toEqual([200, '*', 'cross-origin']);
  for (const path of ['/pdfjs/frame.html', '/pdfjs/viewer.html'])
    expect(await readAccess(path)).toEqual([200, undefined, 'same-origin']);
  for (const path of ['/api/user', '/api/files/1/view'])
    expect(await readAccess(path)).toEqual([401, undefined, 'same-origin']);
  // The page around the frame has the policy of the app, which allows frames of this origin alone.
  const viewer = readPolicy(await testApp.anonymous.get('/pdfjs/viewer.html', host)).join('; ');
  expect(viewer).toContain("frame-src 'self'");
  expect(viewer).not.toContain('sandbox');
});

test('without a public URL the frame of PDFs may use the origin of the request, if it is one', async () => {
  const testApp = await openWebApp(['pdfjs/frame.html']);
  const readSources = async (host: string) => {
    const policy = readPolicy(await testApp.anonymous.get('/pdfjs/frame.html', { host }));
    return policy.find((directive) => directive.startsWith('font-src'));
  };
  expect(await readSources('10.0.0.7:3000')).toBe(
    'font-src data: blob: http://10.0.0.7:3000/pdfjs/standard_fonts/',
  );
  expect(await readSources('[::1]:3000')).toBe(
    'font-src data: blob: http://[::1]:3000/pdfjs/standard_fonts/',
  );
  for (const host of ['a; script-src *', 'a b', "a'self'", ''])
    expect(await readSources(host)).not.toMatch(/script-src|'self'|a b/);
});

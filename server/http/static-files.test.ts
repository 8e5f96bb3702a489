import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';

test('the document frame has an opaque origin, sends no requests, and runs only our own scripts', async () => {
  const webDirectory = await mkdtemp(join(tmpdir(), 'muniment-web-'));
  await mkdir(join(webDirectory, 'documents'));
  await mkdir(join(webDirectory, 'assets'));
  await writeFile(join(webDirectory, 'index.html'), '<!doctype html>');
  await writeFile(join(webDirectory, 'documents', 'frame.html'), '<!doctype html>');
  await writeFile(join(webDirectory, 'assets', 'frame-1a2b.js'), 'export {};');
  const testApp = await openTestApp({ webDirectory });
  onTestFinished(async () => {
    await testApp.close();
    await rm(webDirectory, { recursive: true });
  });

  const frame = await testApp.anonymous.get('/documents/frame.html');
  const policy = String(frame.headers['content-security-policy']).split('; ');
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

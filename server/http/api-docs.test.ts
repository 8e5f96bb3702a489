import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

test('the API page loads nothing from another host', async ({ testApp }) => {
  const page = await testApp.server.http.inject({ url: '/api/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(2);
  for (const source of sources) {
    expect(source).toMatch(/^(?:\.|\/(?!\/))/);
    const asset = await testApp.server.http.inject({ url: new URL(source, 'http://app/api/docs/').pathname });
    expect([source, asset.statusCode]).toEqual([source, 200]);
  }
});

test('the API page reads the description of every call', async ({ testApp }) => {
  const script = await testApp.server.http.inject({ url: '/api/docs/static/swagger-initializer.js' });
  expect(script.statusCode).toBe(200);
  expect(script.body).toContain('"validatorUrl":null');
  expect(script.body).toContain('/api/openapi.json');
});

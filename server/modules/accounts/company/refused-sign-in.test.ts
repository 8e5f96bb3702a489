import { expect, test, vi } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { putJson } from '#server/testing/room-fixture.ts';
import { openCompany } from '#server/testing/sign-in/open-company.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';

const PAGE = { accept: 'text/html' };

test('a refused sign-in of a browser is recorded and counted like that of a program', async () => {
  const { testApp } = await openCompany();
  const position = await findLastPosition(testApp);
  for (const headers of [PAGE, {}]) await openCompanyBrowser(testApp).comeBack({ code: 'x' }, headers);
  const route = '/api/oidc/callback';
  const refusal = { action: 'call.refused', details: { route, status: 401, code: 'unauthenticated' } };
  expect(await listAuditEvents(testApp, position)).toMatchObject([refusal, refusal]);
  expect((await testApp.anonymous.get('/metrics')).body).toMatch(
    /sign_in_failures_total\{[^}]*route="\/api\/oidc\/callback"[^}]*\} 2/,
  );
});

test('whatever refuses a sign-in, browsers see it on the sign-in page', async () => {
  const { testApp, issuer, administrator } = await openCompany();
  const open = async (url: string) => {
    const { status, headers } = await testApp.anonymous.send({ method: 'GET', url, headers: PAGE });
    return [status, headers['location']];
  };
  expect(await open(`/api/oidc/start?returnTo=${'a'.repeat(3_000)}`)).toEqual([303, '/auth?problem=failed']);
  expect(await open('/api/oidc/start')).toEqual([303, expect.stringContaining('response_type=code')]);
  await testApp.server.services.db.updateTable('attempt_counts').set({ attempts: 300 }).execute();
  expect(await open('/api/oidc/start')).toEqual([303, '/auth?problem=too-many']);
  expect((await testApp.anonymous.get('/api/oidc/start')).status).toBe(429);

  issuer.person = { sub: 'ann', email: 'ann@acme.test', email_verified: true };
  const comeBack = async (browser: ReturnType<typeof openCompanyBrowser>) => {
    const answer = await browser.comeBack(issuer.authorize(await browser.start()), PAGE);
    return [answer.status, answer.headers['location'], await browser.isSignedIn()];
  };
  expect(await comeBack(openCompanyBrowser(testApp))).toEqual([303, '/', true]);
  await testApp.server.services.db.updateTable('users').set({ is_admin: 1 }).execute();
  const rules = { administrators: ['127.0.0.1'], staff: [], rooms: [] };
  expect((await putJson(administrator, '/api/admin/address-rules', rules)).status).toBe(200);
  expect(await comeBack(openCompanyBrowser(testApp))).toEqual([303, '/auth?problem=address', false]);
});

test('browsers see an outage on the sign-in page too, and programs see the error', async () => {
  const { testApp, issuer } = await openCompany();
  issuer.person = { sub: 'ann', email: 'ann@acme.test', email_verified: true };
  const { db } = testApp.server.services;
  const browser = openCompanyBrowser(testApp);
  const query = issuer.authorize(await browser.start());
  for (const [error, problem, status] of [
    [new Error('Connection terminated unexpectedly'), 'unavailable', 503],
    [new Error('a fault'), 'failed', 500],
  ] as const) {
    const select = vi.spyOn(db, 'selectFrom').mockImplementation(() => {
      throw error;
    });
    const page = await browser.comeBack(query, PAGE);
    expect([page.status, page.headers['location']]).toEqual([303, `/auth?problem=${problem}`]);
    expect((await browser.comeBack(query)).status).toBe(status);
    select.mockRestore();
  }
});

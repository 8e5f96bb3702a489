import { onTestFinished } from 'vitest';
import { openSmtpServer } from './fakes/smtp-server.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Opens an app that sends its mails to an SMTP server of this test, with the background work that does so. */
export async function openMailingApp(): Promise<{
  testApp: TestApp;
  server: Awaited<ReturnType<typeof openSmtpServer>>;
}> {
  const server = await openSmtpServer();
  const testApp = await openTestApp({
    startsBackgroundWork: true,
    config: { mail: { smtpUrl: server.url, from: 'Room <room@example.test>' } },
  });
  onTestFinished(async () => {
    await testApp.close();
    await server.close();
  });
  return { testApp, server };
}

import { describe, expect, onTestFinished, test } from 'vitest';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { openLiveStream } from './testing/live-stream.ts';

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('a node on PostgreSQL', () => {
  test('a node on PostgreSQL asks pages to refresh after its connection was interrupted, and hears of changes again', async () => {
    const proxy = await openProxiedDatabase();
    const testApp = await openTestApp({ config: { databaseUrl: proxy.url } });
    onTestFinished(() => testApp.close());
    const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
    const owner = await testApp.user();
    const stream = await openLiveStream(url, owner.cookie);
    // A change that comes before the connection is open leads to the refresh that follows, and is not announced by itself.
    const ids: number[] = [];
    const hears = async () => {
      ids.push((await owner.folder(`Before ${ids.length}`)).id);
      return ids.some((id) => stream.heard().includes(`folder ${id}`));
    };
    await expect.poll(hears, { timeout: 10_000, interval: 200 }).toBe(true);
    stream.forget();
    await proxy.interrupt();
    await proxy.restore();
    await expect.poll(stream.heard, { timeout: 10_000 }).toContain('resync');
    const next = await owner.folder('After');
    await expect.poll(stream.heard, { timeout: 10_000 }).toContain(`folder ${next.id}`);
    expect(stream.hasEnded()).toBe(false);
  });
});

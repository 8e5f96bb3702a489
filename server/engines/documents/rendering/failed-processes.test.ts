import { Readable } from 'node:stream';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ChildFailedError, SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import { makeImage } from '../testing/make-images.ts';
import { createPageRenderer } from './page-renderer.ts';
import { RenderingPool } from './rendering-pool.ts';

const document = {
  key: 'a document',
  owner: 'ann',
  type: 'png',
  bytes: async () => Readable.from([makeImage('png')]),
};
type Renderer = Parameters<typeof createPageRenderer>;

afterEach(() => vi.restoreAllMocks());

/** Ends the process of the next requests, as a system without memory does. */
function endProcesses(count: number): void {
  const requests = vi.spyOn(SandboxedChild.prototype, 'request');
  for (let left = count; left > 0; left -= 1)
    requests.mockImplementationOnce(async function end(this: SandboxedChild) {
      await this.end();
      throw new ChildFailedError('damaged');
    });
}

function openPool(): RenderingPool {
  const pool = new RenderingPool({ processes: 1, maxPages: 3, timeoutMs: 20_000, memoryMb: 512 });
  onTestFinished(() => pool.close());
  return pool;
}

it('a document whose process is ended while it opens is opened in another one', async () => {
  const pool = openPool();
  endProcesses(1);
  expect(await pool.listPages(document)).toMatchObject({ count: 1 });
});

it('a page whose document could not be opened is rendered by another process', async () => {
  const pool = openPool();
  endProcesses(1);
  expect(await pool.renderPage(document, 1, 100)).toHaveProperty('image');
});

it('a document whose processes are ended again and again may be shown later', async () => {
  const pool = openPool();
  endProcesses(2);
  expect(await pool.listPages(document)).toEqual({ problem: 'damaged', mayPass: true });
});

function rendererOf(pool: Partial<Renderer[1]>, retryAfterMs: number) {
  const layouts: Partial<Renderer[0]> = {
    keyOf: async ({ key }) => key,
    layOut: async (source) => ({ ...source, isConvertible: false }),
  };
  const cache: Partial<Renderer[2]> = { get: async () => undefined, storeInBackground: async () => {} };
  // Nothing else of these is asked for.
  const [asked, kept] = [layouts as Renderer[0], cache as Renderer[2]]; // a part is enough
  const unused: Renderer[3] = { watermarkImage: () => Promise.reject(new Error('unused')) };
  return createPageRenderer(asked, pool as Renderer[1], kept, unused, retryAfterMs); // a part is enough
}

it.each([
  ['a failure that may pass', { problem: 'damaged', mayPass: true }, 0, 2],
  ['a page that took too long', { problem: 'too-long' }, 0, 2],
  ['a failure that may pass, within some minutes', { problem: 'damaged', mayPass: true }, 60_000, 1],
  ['a damaged document', { problem: 'damaged' }, 0, 1],
] as const)('%s is tried again as often as it makes sense', async (_case, failure, retryAfterMs, calls) => {
  const listPages = vi.fn(async () => failure);
  const renderPage = vi.fn(async () => failure);
  const renderer = rendererOf({ listPages, renderPage }, retryAfterMs);
  for (let at = 0; at < 2; at += 1) {
    expect(await renderer.listPages(document)).toMatchObject({ problem: failure.problem });
    expect(await renderer.renderPage(document, 1, 100)).toMatchObject({ problem: failure.problem });
  }
  expect([listPages.mock.calls.length, renderPage.mock.calls.length]).toEqual([calls, calls]);
});

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';
import { openServices } from '#server/app/open-services.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { type SearchResult, searchResult } from '#shared/contracts/search.ts';
import { buildDemoRoom } from './build-demo-room.ts';
import { listDemoAccounts, openDemoState } from './demo-state.ts';

/** Questions with the document and the words that the quote of a right answer has, and another document that says the same; questions without an answer. */
const { answerable, unanswerable } = z
  .strictObject({
    answerable: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(z.string())).length(40),
    unanswerable: z.array(z.string()).length(10),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')));

const silent = { info() {}, warn() {}, error() {} };
/** Below this confidence the interface says that the answer is a possible match only. */
const MIN_CONFIDENCE = 0.5;

const isRefusal = ({ answer, confidence }: SearchResult): boolean =>
  answer.startsWith('No answer found') || confidence < MIN_CONFIDENCE;

interface DemoRoom {
  app: App;
  ask: (question: string) => Promise<SearchResult>;
}

const test = base.extend<{ room: DemoRoom }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's dependencies from this pattern
  room: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-questions-'));
    const accounts = listDemoAccounts(await openDemoState(dataDir));
    const { username, email, password } = accounts.admin;
    const env = { DATA_DIR: dataDir, ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
    await buildDemoRoom(env, accounts);
    const app = await createApp(await openServices(readConfig(env), silent), { webDirectory: 'none' });
    app.startBackgroundWork();
    await app.jobs.whenIdle();
    const dana = createTestClient(app.http);
    await dana.post('/api/login', { username: 'dana', password: accounts.dana.password });
    await use({
      app,
      ask: async (question) =>
        searchResult.parse((await dana.get(`/api/search?query=${encodeURIComponent(question)}`)).body),
    });
    await app.stop();
    await rm(dataDir, { recursive: true });
  },
});

test('the questions of a buyer are mostly answered from the right document of the demo', {
  tags: ['full'],
  timeout: 300_000,
}, async ({ room }) => {
  const wrong: string[] = [];
  let [documents, quotes, refused] = [0, 0, 0];
  for (const [question, document, words, other, otherWords = words] of answerable) {
    const { citations, answer } = await room.ask(question);
    const [first] = citations;
    const isDocument = first?.fileName === document || (other !== undefined && first?.fileName === other);
    const wanted = first?.fileName === document ? words : otherWords;
    const isQuote = isDocument && `${first?.quote} ${answer}`.replace(/\s+/g, ' ').includes(wanted);
    documents += Number(isDocument);
    quotes += Number(isQuote);
    if (!isQuote) wrong.push(`${question} -> ${first?.fileName ?? 'no answer'}: ${first?.quote ?? ''}`);
  }
  for (const question of unanswerable) {
    const result = await room.ask(question);
    refused += Number(isRefusal(result));
    if (!isRefusal(result)) wrong.push(`${question} -> answered: ${result.answer}`);
  }
  console.log(
    `Right document ${documents} of 40, right quote ${quotes} of 40, refused ${refused} of 10\n${wrong.join('\n')}`,
  );
  expect(documents).toBeGreaterThanOrEqual(37);
  expect(quotes).toBeGreaterThanOrEqual(35);
  expect(refused).toBeGreaterThanOrEqual(9);
});

import fc from 'fast-check';
import { expect } from 'vitest';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { grant, openRoom } from '#server/testing/room-fixture.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

const PASSWORDS = ['first secret', 'second secret'] as const;
const MAX_GUESSES = 5;

/** Holds the state of one browser by an independent implementation of the rules. */
interface Model {
  hasPassword: boolean;
  hasEmail: boolean;
  hasCode: boolean;
  /** The accepted version. */
  terms: number | undefined;
  isIn: boolean;
  /** The code that would be accepted now. */
  code: string | undefined;
  guesses: number;
}
const NOTHING: Model = {
  hasPassword: false,
  hasEmail: false,
  hasCode: false,
  terms: undefined,
  isIn: false,
  code: undefined,
  guesses: 0,
};

interface Browser extends LinkBrowser {
  model: Model;
  wrongPasswords: number;
  /** Cookies of earlier steps. */
  readonly oldCookies: string[];
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('password' as const), isRight: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('email' as const), isAllowed: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('code' as const),
      whose: fc.constantFrom('own', 'own', 'other', 'none'),
      enters: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('terms' as const), isCurrent: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('enter' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('replay' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('change' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rename' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('publish' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let [runs, addresses] = [0, 0];

type Goal = { hasTerms: boolean } & ({ targets: { kind: 'folder'; id: number }[] } | { groupId: number });

async function openScene(
  testApp: TestApp,
  owner: Awaited<ReturnType<TestApp['user']>>,
  { hasTerms, ...goal }: Goal,
) {
  runs += 1;
  const terms = hasTerms ? (await owner.post('/api/terms', { name: 'NDA', text: 'Version 0' })).body : null;
  const { body: link } = await owner.post('/api/links', {
    name: 'L',
    ...goal,
    settings: {
      requireCode: true,
      allowed: ['allowed.test'],
      rememberDays: 0,
      password: PASSWORDS[0],
      termsId: terms?.id ?? null,
    },
  });
  let version: number | undefined = terms?.current.id;
  let password = 0;
  // Networks of their own, so that no limit of an earlier run applies.
  const browsers = [0, 1].map((place) =>
    Object.assign(
      openAccessPage(testApp.server, link.url, `10.${place}.${Math.floor(runs / 250)}.${runs % 250}`),
      {
        model: NOTHING,
        wrongPasswords: 0,
        oldCookies: [] as string[],
      },
    ),
  );

  async function take(browser: Browser, other: Browser, next: Step): Promise<void> {
    const { model } = browser;
    if (browser.linkCookie !== undefined) browser.oldCookies.push(browser.linkCookie);
    if (next.act === 'password') {
      const typed = next.isRight ? PASSWORDS[password % 2] : PASSWORDS[(password + 1) % 2];
      // Fewer than the limit of failures, which another test covers.
      if (!next.isRight && browser.wrongPasswords === 8) return;
      if (!next.isRight) browser.wrongPasswords += 1;
      const { status } = await browser.submit('password', { password: typed });
      expect(status).toBe(next.isRight ? 200 : 401);
      if (next.isRight) browser.model = { ...model, hasPassword: true, code: undefined };
    } else if (next.act === 'email') {
      addresses += 1;
      const email = `guest-${addresses}@${next.isAllowed ? 'allowed' : 'other'}.test`;
      const { status } = await browser.submit('email', { email });
      expect(status).toBe(model.hasPassword ? 200 : 409);
      if (!model.hasPassword) return;
      const code = await receiveCode(testApp, browser);
      expect(code === undefined).toBe(!next.isAllowed);
      // A session keeps the terms that were accepted in it.
      const terms = model.isIn ? model.terms : undefined;
      browser.model = { ...model, hasEmail: true, hasCode: false, terms, code, guesses: 0 };
    } else if (next.act === 'code') {
      const code = next.whose === 'own' ? model.code : next.whose === 'other' ? other.model.code : undefined;
      const isRight = code !== undefined && code === model.code && model.guesses < MAX_GUESSES;
      const { status, body } = await browser.submit('code', { code: code ?? '000000', enter: next.enters });
      if (!model.hasPassword || !model.hasEmail) expect(status).toBe(409);
      else if (isRight) expect(status).toBe(200);
      else expect([400, 429]).toContain(status);
      // The code step ends what was accepted before.
      const isVisit = next.enters && !hasTerms;
      if (status === 200) {
        expect(body.visit !== undefined).toBe(isVisit);
        browser.model =
          isVisit && !model.isIn
            ? { ...NOTHING, isIn: true, terms: version }
            : { ...model, hasCode: true, code: undefined };
      } else if (status === 400) browser.model = { ...model, guesses: model.guesses + 1 };
    } else if (next.act === 'terms') {
      const isNext = model.isIn || (model.hasPassword && model.hasEmail && model.hasCode);
      const termsVersionId = (next.isCurrent ? version : undefined) ?? 1_000_000_000;
      const { status } = await browser.submit('terms', { termsVersionId });
      expect(status).toBe(hasTerms && next.isCurrent && isNext ? 200 : 409);
      if (status === 200) browser.model = { ...model, terms: version };
    } else if (next.act === 'publish') {
      if (!terms) return;
      const { body } = await owner.post(`/api/terms/${terms.id}/versions`, {
        text: `Version after ${version}`,
      });
      version = body.current.id;
    } else if (next.act === 'enter') {
      const hasSteps = model.isIn || (model.hasPassword && model.hasEmail && model.hasCode);
      const mayEnter = hasSteps && model.terms === version;
      expect((await browser.submit('enter')).status).toBe(mayEnter ? 200 : 409);
      // Entering uses the steps up.
      if (mayEnter && !model.isIn) browser.model = { ...NOTHING, isIn: true, terms: version };
    } else if (next.act === 'replay') {
      const old = browser.oldCookies[next.which % Math.max(1, browser.oldCookies.length)];
      if (old === undefined || old === browser.linkCookie) return;
      const thief = openAccessPage(testApp.server, link.url);
      thief.linkCookie = old;
      expect((await thief.submit('enter')).status).toBe(409);
    } else if (next.act === 'leave') {
      expect((await browser.submit('leave')).status).toBe(200);
      browser.model = NOTHING;
    } else if (next.act === 'change') {
      password += 1;
      const { status } = await owner.patch(`/api/links/${link.id}`, {
        settings: { password: PASSWORDS[password % 2] },
      });
      expect(status).toBe(200);
      for (const each of browsers) each.model = NOTHING;
    } else await owner.patch(`/api/links/${link.id}`, { name: 'Renamed', settings: { greeting: 'Hello' } });
  }
  const currentVersion = () => version;
  return { browsers, take, currentVersion };
}

test('no order of steps, in two browsers and with changes of the link, admits anybody without every step', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  const { owner, root, inner: folder, group } = await openRoom(testApp);
  await grant(owner, root.id, { folder: { id: folder.id, parentId: root.id }, group, level: 'view' });
  const targets = [{ kind: 'folder' as const, id: folder.id }];
  const goals: Goal[] = [true, false].flatMap((hasTerms) => [
    { hasTerms, targets },
    { hasTerms, groupId: group.id },
  ]);
  const steps = fc.array(fc.tuple(fc.nat(1), step), { minLength: 8, maxLength: 18 });
  const allSteps: [number, Step][] = (
    [
      { act: 'password', isRight: true },
      { act: 'email', isAllowed: true },
      { act: 'code', whose: 'own', enters: false },
      { act: 'terms', isCurrent: true },
      { act: 'enter' },
    ] as const
  ).map((each) => [0, each]);
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), fc.constantFrom(...goals), async (random, startsInside, goal) => {
      const { browsers, take, currentVersion } = await openScene(testApp, owner, goal);
      for (const [place, next] of startsInside ? [...allSteps, ...random] : random) {
        const [browser, other] = place === 0 ? browsers : browsers.toReversed();
        if (!browser || !other) throw new Error('There are two browsers');
        await take(browser, other, next);
        for (const { model, get } of browsers) {
          const allowed = model.terms === currentVersion() ? 200 : 403;
          expect((await get(`/api/folders/${folder.id}`)).status).toBe(model.isIn ? allowed : 401);
        }
      }
    }),
    { numRuns: runCount(5) },
  );
});

import fc from 'fast-check';
import { expect } from 'vitest';
import { runCount } from '#server/testing/run-count.ts';
import { codeOf, openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const LIMIT_WINDOW_MS = 15 * 60_000;

type Step =
  | { do: 'password'; browser: 0 | 1; isRight: boolean }
  | { do: 'code'; browser: 0 | 1; kind: 'current' | 'used' | 'wrong' | 'of another user' }
  | { do: 'wait'; ms: number }
  | { do: 'copy challenge' }
  | { do: 'sign out'; browser: 0 | 1 };

const browser = fc.constantFrom(0 as const, 1 as const);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('password' as const), browser, isRight: fc.boolean() }),
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('code' as const),
        browser,
        kind: fc.constantFrom(
          'current' as const,
          'used' as const,
          'wrong' as const,
          'of another user' as const,
        ),
      }),
    },
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(30_000, CHALLENGE_LIFETIME_MS) }),
    fc.record({ do: fc.constant('copy challenge' as const) }),
    fc.record({ do: fc.constant('sign out' as const), browser }),
  ),
  { maxLength: 9 },
);

interface Challenge {
  readonly createdAt: number;
  isUsed: boolean;
}

/** Carries the steps out beside a model of what each browser holds, and compares who is signed in after each. */
async function attack(testApp: TestApp, sequence: readonly Step[]): Promise<void> {
  // The failures of the sequences before count toward the limit of the address.
  testApp.advanceClock(LIMIT_WINDOW_MS);
  const [person, other] = [await testApp.user(), await testApp.user()];
  const { secret } = await setUpFactor(testApp, person);
  const { secret: othersSecret } = await setUpFactor(testApp, other);
  const now = () => testApp.server.services.now();
  const browsers = [openBrowser(testApp), openBrowser(testApp, '192.0.2.2')] as const;
  const challenges: (Challenge | undefined)[] = [undefined, undefined];
  const isSignedIn = [false, false];
  const usedCodes = new Set<string>();
  for (const step of sequence) {
    if (step.do === 'wait') testApp.advanceClock(step.ms);
    if (step.do === 'password') {
      const { body } = await browsers[step.browser].signIn(
        person.username,
        step.isRight ? undefined : 'not the password',
      );
      expect(body.code).toBe(step.isRight ? 'second-factor' : 'unauthenticated');
      if (step.isRight) challenges[step.browser] = { createdAt: now(), isUsed: false };
    }
    if (step.do === 'copy challenge') {
      const copied = browsers[0].cookies.get('muniment_challenge');
      if (copied !== undefined) {
        browsers[1].cookies.set('muniment_challenge', copied);
        challenges[1] = challenges[0];
      }
    }
    if (step.do === 'sign out') {
      await browsers[step.browser].client.post('/api/logout');
      isSignedIn[step.browser] = false;
    }
    if (step.do === 'code') {
      const code = {
        current: codeOf(testApp, secret),
        used: [...usedCodes][0] ?? '000000',
        wrong: 'abcdef',
        'of another user': codeOf(testApp, othersSecret),
      }[step.kind];
      const challenge = challenges[step.browser];
      const isAllowed =
        challenge !== undefined &&
        !challenge.isUsed &&
        now() - challenge.createdAt < CHALLENGE_LIFETIME_MS &&
        code === codeOf(testApp, secret) &&
        !usedCodes.has(code);
      expect((await browsers[step.browser].enterCode(code)).status).toBe(isAllowed ? 200 : 401);
      if (isAllowed) {
        challenge.isUsed = true;
        usedCodes.add(code);
        isSignedIn[step.browser] = true;
      }
    }
    for (const place of [0, 1] as const) expect(await browsers[place].isSignedIn()).toBe(isSignedIn[place]);
  }
}

test('no order of steps, skipped, repeated, late or from another browser, signs in without both factors', async ({
  testApp,
}) => {
  await fc.assert(
    fc.asyncProperty(steps, (sequence) => attack(testApp, sequence)),
    { numRuns: runCount(15) },
  );
});

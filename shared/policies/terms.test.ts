import { expect, test } from 'vitest';
import type { Actor } from './actor.ts';
import { termsPolicy } from './terms.ts';

const actors: Record<string, Actor> = {
  nobody: { kind: 'anonymous' },
  visitor: { kind: 'visitor', invitationId: 1, mayDownload: true },
  owner: { kind: 'user', id: 1, isAdmin: false },
  'other user': { kind: 'user', id: 3, isAdmin: false },
  administrator: { kind: 'user', id: 2, isAdmin: true },
};

test.each(Object.entries(termsPolicy))('%s of terms is for owners and administrators', (_, rule) => {
  const names = Object.entries(actors).flatMap(([name, actor]) =>
    rule(actor, { ownerId: 1 }) ? [name] : [],
  );
  expect(names).toEqual(['owner', 'administrator']);
});

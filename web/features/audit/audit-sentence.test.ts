import { expect, test } from 'vitest';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { describeEntry } from './audit-sentence.ts';

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-23T12:00:00.000Z',
  actor: { kind: 'user', id: 7, name: 'dana' },
  action: 'file.download',
  object: { kind: 'file', id: 3, name: 'Lease.pdf' },
  roomId: null,
  result: 'done',
  details: null,
  address: '192.0.2.1',
  ...given,
});

const format = (given: Partial<AuditEntry>): string => {
  const { actor, verb, object } = describeEntry(entry(given));
  return [actor, verb, object].filter((part) => part !== null).join(' ');
};

test('an entry reads as a sentence', () => {
  expect(format({})).toBe('dana downloaded Lease.pdf');
  expect(format({ action: 'session.sign-in', object: { kind: 'user', id: 7, name: 'dana' } })).toBe(
    'dana signed in',
  );
  expect(format({ action: 'session.sign-in', object: null, details: { newDevice: true } })).toBe(
    'dana signed in from a new device',
  );
  const visitor = { kind: 'visitor', id: 2, name: 'buyer@example.com' } as const;
  expect(format({ actor: visitor, action: 'file.view' })).toBe(
    'buyer@example.com (visitor) viewed Lease.pdf',
  );
});

test('a refused entry says what could not be done', () => {
  expect(format({ result: 'refused' })).toBe('dana could not download Lease.pdf');
  const hidden = { kind: 'file', id: 3, name: '' };
  expect(format({ action: 'call.refused', result: 'refused', object: hidden })).toBe(
    'dana was denied access to file 3',
  );
});

test('what happens in rooms, groups and links reads as a sentence', () => {
  const group = { kind: 'group', id: 4, name: 'Corvane' };
  expect(format({ action: 'group.add-members', object: group })).toBe(
    'dana added members to the group Corvane',
  );
  expect(format({ action: 'link.create', object: { kind: 'link', id: 5, name: 'First look' } })).toBe(
    'dana created the link First look',
  );
});

test('a visitor who enters is named once', () => {
  const visitor = { kind: 'visitor', id: 2, name: 'buyer@example.com' } as const;
  const invitation = { kind: 'invitation', id: 2, name: 'buyer@example.com' };
  expect(format({ actor: visitor, action: 'visitor.enter', object: invitation })).toBe(
    'buyer@example.com (visitor) entered as a visitor',
  );
});

test('an action of a newer version is named', () => {
  expect(format({ action: 'planet.create', object: null })).toBe('dana did “Planet created”');
});

test('only objects that still have a page are linked', () => {
  expect(describeEntry(entry({})).href).toBe('/file/3');
  expect(describeEntry(entry({ action: 'file.purge' })).href).toBeNull();
  expect(describeEntry(entry({ result: 'refused' })).href).toBeNull();
});

test('what a program does names the program', () => {
  expect(format({ details: { through: 'Reporter' } })).toBe('dana through Reporter downloaded Lease.pdf');
});

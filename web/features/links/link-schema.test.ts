import { expect, test } from 'vitest';
import type { Link } from '#shared/contracts/links/links.ts';
import { toChange, toFormValues } from './link-schema.ts';

const LINK: Link = {
  id: 4,
  url: 'https://example.com/l/abc',
  name: 'Fund X',
  owner: 'dana',
  targets: [{ kind: 'folder', id: 7, name: 'Contracts' }],
  group: null,
  status: 'active',
  createdAt: '2026-11-20T10:00:00.000Z',
  startsAt: '2026-11-21T10:30:00.000Z',
  expiresAt: null,
  maxVisits: 10,
  maxVisitors: null,
  level: 'view',
  greeting: 'Welcome',
  hasPassword: true,
  askEmail: true,
  requireCode: true,
  allowed: ['dana@example.com', 'example.org'],
  blocked: [],
  terms: { id: 3, name: 'Confidentiality agreement' },
  watermark: null,
  requireSignature: true,
  alertOwner: false,
  rememberDays: 30,
  visits: 0,
  people: 0,
  views: 0,
  downloads: 0,
  lastVisitAt: null,
};
const OPENED = toFormValues(LINK, true);

test('a form of a link without edits changes nothing', () => {
  expect(toChange(OPENED, OPENED)).toEqual({});
});

test('only what was edited of a link is sent', () => {
  expect(toChange(OPENED, { ...OPENED, name: 'Fund Y' })).toEqual({ name: 'Fund Y' });
  expect(toChange(OPENED, { ...OPENED, level: 'download', maxVisits: '' })).toEqual({
    maxVisits: null,
    settings: { level: 'download' },
  });
  expect(toChange(OPENED, { ...OPENED, lastDay: '2099-12-31' })).toEqual({
    expiresAt: new Date('2099-12-31T23:59:59').toISOString(),
  });
});

test('a link that asks for nothing any more has no lists of addresses', () => {
  expect(toChange(OPENED, { ...OPENED, identification: 'none' })).toEqual({
    settings: { askEmail: false, requireCode: false, allowed: [] },
  });
});

test('a password is sent only if one was typed or removed', () => {
  expect(toChange(OPENED, { ...OPENED, password: 'another-secret' })).toEqual({
    settings: { password: 'another-secret' },
  });
  expect(toChange(OPENED, { ...OPENED, removesPassword: true })).toEqual({ settings: { password: null } });
});

test('a typed password is set also if the present one is to be removed', () => {
  expect(toChange(OPENED, { ...OPENED, password: 'another-secret', removesPassword: true })).toEqual({
    settings: { password: 'another-secret' },
  });
});

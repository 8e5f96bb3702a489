import type { APIRequestContext } from '@playwright/test';
import type { DemoRequest, Named } from './demo-request.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const SEARCHES = [
  'net prices of the largest customers',
  'discounts',
  'cost of a flow meter',
  'what is the escrow account',
  'firmware test coverage',
];

interface Room {
  room: number;
  /** A folder in it. */
  folder: number;
  group: number;
}

/**
 * Adds what the demo leaves out in a room: placeholders, synonyms, certificates, an archive, a brand, words of searches, an
 * emergency access.
 */
export async function fillRoom(owner: DemoRequest, administrator: DemoRequest, at: Room): Promise<void> {
  const { room, folder, group } = at;
  const { get, send, ensure } = owner;
  const entries = await get<{ kind: string; name: string }[]>(`/api/folders/${folder}/entries`);
  if (!entries.some(({ kind }) => kind === 'placeholder'))
    for (const [name, responsibleName] of [
      ['Customer Contracts 2027.pdf', 'Jonas Weber'],
      ['Price List, Second Half.xlsx', null],
    ])
      await send('POST', `/api/folders/${folder}/placeholders`, {
        name,
        responsibleName,
        dueAt: new Date(Date.now() + MONTH_MS).toISOString(),
      });
  const { version } = await get<{ version: string }>(`/api/rooms/${room}/synonyms`);
  const groups = [
    ['Tarnbrook', 'the company', 'the seller'],
    ['MAC', 'material adverse change'],
  ];
  await send('PUT', `/api/rooms/${room}/synonyms`, { groups, version });
  const certificates = `/api/rooms/${room}/certificates`;
  if ((await get(certificates)).length === 0)
    for (const _ of ['first', 'second', 'third']) await send('POST', certificates, { groupId: group });
  await ensure(`/api/rooms/${room}/archives`, { scope: 'room', format: 'zip' });
  await send('PUT', `/api/rooms/${room}/brand`, { name: 'Project Heron' });
  await send('PATCH', `/api/rooms/${room}`, {
    settings: { administratorsCanRead: false, analytics: { recordSearchWords: true } },
  });
  const accesses = await get<object[]>(`/api/rooms/${room}/emergency-access`);
  if (accesses.length === 0)
    await administrator.send('POST', `/api/rooms/${room}/emergency-access`, {
      reason: 'The owner is ill and a bidder waits for the price list.',
    });
}

/** Returns the path that admits a member of the group. */
export async function findMemberAccess({ get }: DemoRequest, group: number): Promise<string> {
  const members: Named[] = await get(`/api/groups/${group}/members`);
  const url = members.find(({ inviteUrl }) => typeof inviteUrl === 'string')?.inviteUrl;
  if (typeof url !== 'string') throw new Error('The group has no member with a link.');
  return new URL(url).pathname;
}

/** Searches as a member of a group, whose words the room records. */
export async function searchAsMember(member: APIRequestContext): Promise<void> {
  for (const query of SEARCHES) await member.get('/api/search', { params: { query } });
}

import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';

const partyKind = z.enum(['group', 'user', 'visitor', 'link']);

const party = z.object({
  kind: partyKind,
  /** The id of the group, account, invitation or link. */
  id,
  /** The name of the group or link, the name of the account, or the address of the visitor. */
  name: z.string(),
});
export type CertificateParty = z.infer<typeof party>;

const certificate = z.object({
  id,
  /** `null` for a certificate of everything that the requester could see. */
  roomId: id.nullable(),
  party,
  /** The instant that it is about. */
  at: instant,
  state: z.enum(['waiting', 'done', 'failed']),
  error: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  documents: z.int().nullable(),
  /** The hash of the JSON file. */
  sha256: z.string().nullable(),
  keyId: z.string().nullable(),
});
export type Certificate = z.infer<typeof certificate>;

/** By default now. Not before the history of rights begins, and not in the future. */
const at = instant.optional();

export const createRoomCertificate = {
  method: 'POST',
  path: '/api/rooms/:id/certificates',
  summary:
    'Create a signed certificate of what a party could see in a room at an instant: of a group, a member of one, an account, a visitor or a link; a job. For managers',
  caller: 'user',
  params: idParams,
  body: z.union([
    z.strictObject({ at, groupId: id }),
    z.strictObject({ at, memberId: id }),
    z.strictObject({ at, userId: id }),
    z.strictObject({ at, invitationId: id }),
    z.strictObject({ at, linkId: id }),
  ]),
  result: certificate,
  status: 202,
} as const satisfies Endpoint;

export const listRoomCertificates = {
  method: 'GET',
  path: '/api/rooms/:id/certificates',
  summary: 'The certificates of a room, newest first; for its managers',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(certificate),
} as const satisfies Endpoint;

export const listCertificateParties = {
  method: 'GET',
  path: '/api/rooms/:id/certificates/parties',
  summary:
    'The parties to whom a room is or was shown, at most 500 of each kind, and since when there is a history; for its managers',
  caller: 'user',
  params: idParams,
  result: z.object({ since: instant, parties: z.array(party) }),
} as const satisfies Endpoint;

export const createOwnCertificate = {
  method: 'POST',
  path: '/api/certificates',
  summary: 'Create a signed certificate of everything that the caller can see now; a job',
  caller: 'actor',
  result: certificate,
  status: 202,
} as const satisfies Endpoint;

export const listOwnCertificates = {
  method: 'GET',
  path: '/api/certificates',
  summary: 'The certificates that the caller asked for as a party, newest first',
  caller: 'actor',
  query: z.strictObject(pageQuery),
  result: z.array(certificate),
} as const satisfies Endpoint;

export const downloadCertificate = {
  method: 'GET',
  path: '/api/certificates/:id',
  summary:
    'A certificate as a file: JSON for programs, PDF/A for people. The download is recorded. For managers of its room, or the party that asked for it',
  caller: 'actor',
  hasSideEffects: true,
  params: idParams,
  query: z.strictObject({ format: z.enum(['json', 'pdf']).optional() }),
  result: 'bytes',
} as const satisfies Endpoint;

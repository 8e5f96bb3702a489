import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id } from '../fields/base-fields.ts';
import { ipRanges } from '../fields/ip-range.ts';

const MAX_ROOMS = 500;

const roomRule = { roomId: id, ranges: ipRanges.min(1, 'Enter at least one address') };

/** IP addresses and networks from which some people are admitted; an empty list admits everybody. */
const accountRules = {
  /** Administrators sign in and work from these only. */
  administrators: ipRanges,
  /** The same for the owners, managers and editors of rooms. */
  staff: ipRanges,
};

const addressRules = z.object({
  ...accountRules,
  /** Rooms that do not exist for anybody elsewhere. */
  rooms: z.array(z.object({ ...roomRule, name: z.string() })),
  /** The address of this request. */
  address: z.string(),
});
export type AddressRules = z.infer<typeof addressRules>;

export const getAddressRules = {
  method: 'GET',
  path: '/api/admin/address-rules',
  summary: 'The IP addresses from which administrators, staff and the readers of rooms are admitted',
  caller: 'administrator',
  result: addressRules,
} as const satisfies Endpoint;

export const setAddressRules = {
  method: 'PUT',
  path: '/api/admin/address-rules',
  summary: 'Replace these rules; 409 for rules that would lock you out',
  caller: 'administrator',
  body: z.strictObject({
    ...accountRules,
    rooms: z
      .array(z.strictObject(roomRule))
      .max(MAX_ROOMS, `Name at most ${MAX_ROOMS} rooms`)
      .refine((rules) => new Set(rules.map(({ roomId }) => roomId)).size === rules.length, {
        error: 'Name each room once',
      }),
  }),
  result: addressRules,
} as const satisfies Endpoint;

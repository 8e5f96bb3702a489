import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { AddressRules, setAddressRules } from '#shared/contracts/sign-in/address-rules.ts';

export interface RoomText {
  readonly roomId: number;
  readonly name: string;
  readonly text: string;
}

/** The rules as they are edited: an address or network per line. */
export interface RuleTexts {
  readonly administrators: string;
  readonly staff: string;
  readonly rooms: readonly RoomText[];
}

export const textsOf = ({ administrators, staff, rooms }: AddressRules): RuleTexts => ({
  administrators: administrators.join('\n'),
  staff: staff.join('\n'),
  rooms: rooms.map(({ roomId, name, ranges }) => ({ roomId, name, text: ranges.join('\n') })),
});

const splitRanges = (text: string): string[] => text.split(/[\s,;]+/).filter((range) => range !== '');

/** Returns the rules of these texts; a room without an address has none. */
export const rulesOf = ({ administrators, staff, rooms }: RuleTexts): BodyOf<typeof setAddressRules> => ({
  administrators: splitRanges(administrators),
  staff: splitRanges(staff),
  rooms: rooms
    .map(({ roomId, text }) => ({ roomId, ranges: splitRanges(text) }))
    .filter(({ ranges }) => ranges.length > 0),
});

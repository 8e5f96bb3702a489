/** Whom an address rule restricts: administrators, the staff of rooms, or everybody in a room. */
export const ADDRESS_SCOPES = ['administrators', 'staff', 'room'] as const;

export type AddressScope = (typeof ADDRESS_SCOPES)[number];

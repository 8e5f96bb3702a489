/** Matches an id: a whole number above 0 that a double holds exactly. */
export const ID_TEXT = /^[1-9]\d{0,14}$/;

import { MAX_CHANGED_CELLS, MAX_LIST_LENGTH } from './limits.ts';

/** Messages that the server and the web app, or several screens, share. */
export const INVALID_EMAIL = 'Invalid email';
export const ENTER_VALID_EMAIL = 'Please enter a valid email address';
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const passwordTooShort = (least: number): string => `Password must be at least ${least} characters`;
export const EMPTY_QUESTION = 'Please enter a question to search';
export const NO_ANSWER_FOUND = 'No answer found in the documents you can see';
export const TOO_MANY_CELLS = `At most ${MAX_CHANGED_CELLS.toLocaleString('en')} cells can be changed at once.`;
export const LIST_TOO_LONG = `A list in a request can have at most ${MAX_LIST_LENGTH.toLocaleString('en')} entries.`;
export const NO_FILE_SELECTED = 'Please select a file to upload';
export const ENTER_REASON = 'Enter a reason.';
export const FILE_NOT_FOUND = 'The requested file could not be found.';
/** Why a file is found by its name only. */
export const UNSUPPORTED_TYPE = "Text can't be read from this type of file.";
export const FILE_FORBIDDEN = "You don't have permission to view this file.";
export const ADDRESS_REFUSED = 'Sign-in is not allowed from this address.';
export const ALREADY_LOGGED_IN = 'Already Logged In';

/** A shorter message for previews. */
export const PREVIEW_NOT_FOUND = 'File not found';
export const PREVIEW_FAILED = 'Error loading file';

/** The reasons why a folder cannot be moved. */
export const INVALID_MOVE = {
  itself: 'Cannot move a folder into itself.',
  descendant: 'Cannot move a folder into one of its descendants.',
} as const;

/** The refusal of a change to an order that somebody else has changed. */
export const FOLDER_CHANGED = 'The folder has changed. Reload it and try again.';

/** The refusal of a change to numbers that do not change any more. */
export const NUMBERS_FROZEN = 'The numbers of this room are frozen.';

export const START_AFTER_END = 'The start date is after the end date.';

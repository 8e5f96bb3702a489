/** Limits that both sides name; the server enforces them. */
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_PASSWORD_LENGTH_AT_AUTH = 6;
/** Everywhere but at /auth. */
export const MIN_PASSWORD_LENGTH = 8;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 50;
export const MIN_PROFILE_USERNAME_LENGTH = 2;
export const MAX_PROFILE_USERNAME_LENGTH = 30;
export const MAX_EMAIL_LENGTH = 254;
/** Folders that one invitation names; beyond them there is the folder above, or all. */
export const MAX_INVITED_FOLDERS = 100;
export const MAX_QUESTION_LENGTH = 2_000;
/** Levels of folders: more than anybody keeps, and few enough that rights and paths cost little to find. */
export const MAX_FOLDER_DEPTH = 100;
/** Text files up to this many bytes come with their text in `content`. */
export const MAX_INLINE_TEXT_BYTES = 1024 * 1024;

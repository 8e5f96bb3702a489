/** Limits that both sides name; the server enforces them. */
export const LONGEST_PASSWORD = 256;
export const SHORTEST_PASSWORD_AT_AUTH = 6;
/** Everywhere but at /auth. */
export const SHORTEST_PASSWORD = 8;
export const SHORTEST_USERNAME = 3;
export const LONGEST_USERNAME = 50;
export const SHORTEST_USERNAME_IN_PROFILE = 2;
export const LONGEST_USERNAME_IN_PROFILE = 30;
export const LONGEST_EMAIL = 254;
/** Folders that one invitation names; beyond them there is the folder above, or all. */
export const MOST_INVITED_FOLDERS = 100;
export const LONGEST_QUESTION = 2_000;
/** Levels of folders: more than anybody keeps, and few enough that rights and paths cost little to find. */
export const DEEPEST_FOLDER = 100;
/** Text files up to this many bytes come with their text in `content`. */
export const LARGEST_INLINE_TEXT = 1024 * 1024;

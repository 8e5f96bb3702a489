/** Limits that both the server and the web app use; the server enforces them. */
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_PASSWORD_LENGTH_AT_AUTH = 6;
/** The minimum everywhere except at /auth. */
export const MIN_PASSWORD_LENGTH = 8;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 50;
export const MIN_PROFILE_USERNAME_LENGTH = 2;
export const MAX_PROFILE_USERNAME_LENGTH = 30;
export const MAX_EMAIL_LENGTH = 254;
/** The maximum folders that one invitation names; for more, invite to the parent folder or to all folders. */
export const MAX_INVITED_FOLDERS = 100;
/** Names are as long at most. */
export const MAX_FILTER_LENGTH = 255;
export const MAX_QUESTION_LENGTH = 2_000;
/** The maximum depth of folders: more than users need, and few enough that access checks and paths stay cheap. */
export const MAX_FOLDER_DEPTH = 100;
/** Text files up to this many bytes are returned with their text in `content`. */
export const MAX_INLINE_TEXT_BYTES = 1024 * 1024;
/** Stored as the expiry of an invitation without an end, and of an archive that is kept: 9999-12-31 in UTC. */
export const NO_EXPIRY = Date.UTC(9999, 11, 31);
/** The maximum addresses in one call: each new one gets an invitation. */
export const MAX_ADDED_MEMBERS = 50;
export const MAX_GROUPS_PER_ROOM = 50;
export const MAX_GROUP_NAME_LENGTH = 100;
export const MAX_ROOM_DOMAINS = 100;
export const MAX_CODE_NAME_LENGTH = 100;
/** The open folders that an export of permissions names: the address of the file contains them. */
export const MAX_EXPORTED_FOLDERS = 500;
/** The maximum cells that one call changes. */
export const MAX_CHANGED_CELLS = 10_000;
/** Values of any list in a JSON body: validation describes each wrong one, which takes time and memory. */
export const MAX_LIST_LENGTH = 10_000;

/** The moves of a room that can wait for a publication: they are made in one transaction. */
export const MAX_DRAFT_MOVES = 1_000;
/** The levels of groups that can. */
export const MAX_DRAFT_LEVELS = 50_000;
/** Versions of the files of a room that wait for a publication. */
export const MAX_DRAFT_VERSIONS = 1_000;
/** The drafts that one publication can name one by one. */
export const MAX_SELECTED_DRAFTS = 1_000;

export const MAX_PERSON_NAME_LENGTH = 60;

/** The maximum size of a picture of a person as it is uploaded; browsers make it smaller before. */
export const MAX_AVATAR_BYTES = 160 * 1024;
/** The changes that the summary of the last visit shows. */
export const MAX_SUMMARY_CHANGES = 5;
/** The maximum names and questions of the exposure checks of a room. */
export const MAX_KNOWN_NAMES = 500;
export const MAX_EXPOSURE_QUESTIONS = 20;
/** The folders that a member of groups is offered for files of their own. */
export const MAX_UPLOAD_FOLDERS = 1_000;
/** The publications that a member is asked about at a time. */
export const MAX_LISTED_APPROVALS = 100;

/**
 * Places of a word: names of code and files, names of constants, comments, first lines of docstrings, pages (*.md), texts
 * of the product, titles of tests. A title is written like a comment, and its words are replaced like those of one.
 */
export type Place = 'name' | 'constant' | 'comment' | 'docstring' | 'doc' | 'text' | 'title';

export interface ReplacedWord {
  /** Matches words in lower case; a name such as `shutIn` or `shut-in.ts` is matched as `shut in`. */
  pattern: string;
  instead: string;
  places: readonly Place[];
}

const EVERYWHERE: readonly Place[] = ['name', 'comment', 'doc', 'text'];
const NAMES: readonly Place[] = ['name'];
const PROSE: readonly Place[] = ['comment', 'doc'];
/** Sentences of the product quote documents and laws, where these words have their ordinary meaning. */
const NAMES_AND_PROSE: readonly Place[] = ['name', 'comment', 'doc'];

const replace = (places: readonly Place[], words: Record<string, string>): ReplacedWord[] =>
  Object.entries(words).map(([pattern, instead]) => ({ pattern, instead, places }));

/** The verbs after which "one" is a pronoun: "one may", not "this one may". */
const PRONOUN_ONE =
  '(?:^|[.,;:(] |\\b(?:how|if|when|where|than|until|unless|because|who|whom) )one (?:may|must|might|can|cannot|should|would|could|needs|wants|sees|asks)';

/** Words that the project replaced, with what to write instead; docs/development.md explains the terms. */
export const REPLACED_WORDS: readonly ReplacedWord[] = [
  ...replace(EVERYWHERE, {
    housekeeping: 'maintenance',
    'tid(?:y|ies|ied|ying)': 'clean up, cleanup, garbage collection',
    'groundless|ungrounded': 'without an invitation scope',
    'misdeeds?': 'forbidden actions',
    'breathers?': 'yield to the event loop',
    'shut[- ]in': 'sandboxed',
    'sealers?|unseal(?:s|ed|ing)?': 'encryptor, decrypt',
    'closer looks?': 'rerank',
    'whoever|whomever|whosoever': 'a user who, anyone who, the caller',
  }),
  ...replace(NAMES_AND_PROSE, {
    '(?<!long-)standings?': 'access level',
    grounded: 'in the invitation scope',
    'living (?:rows?|files?|folders?|users?|accounts?|invitations?|objects?|things?)': 'active, not deleted',
    'deeds?': 'action, audit event',
    'journeys?': 'end-to-end test',
    'brakes?': 'safety threshold',
    'likeness(?:es)?': 'similarity',
    furniture: 'headers and footers',
    'spool(?:s|ed|ing)?': 'temporary store',
    'strangers?|askers?': 'unrelated user, requester',
    'newcomers?': 'new user',
    'walls?(?! clock)(?!-clock)(?! time)': 'boundary, rule',
    'doors?': 'entry point, guard',
    hostile: 'malicious',
  }),
  ...replace(NAMES, {
    living: 'active, notDeleted',
    'told|tell|tells': 'notify, report, message',
    'actor now': 'reloadActor',
    'transaction alone': 'withLock',
    'readings(?: of)?': 'metrics, gauges, viewTimes',
    unheard: 'unacknowledged',
    'keep (?:upload|text)': 'commitUpload, storeText',
    'put together': 'assemble',
    'refuse too deep|refuse taking others work': 'assertMaxDepth, assertOwnsSubtree',
    'let in|door check': 'establishSession, RequestGuard',
    'in turn|take turns?|limit at once': 'semaphore, lock, concurrencyLimit',
    breathe: 'yieldToEventLoop',
    'complaints?(?! letter)': 'consoleErrors',
    'unmarked|mark text': 'withoutWatermark, watermarkText',
    'drawn pages?|drawable|page drawer|page marker': 'page rendering, renderable, pageRenderer, watermarker',
    'pictures?|pictured': 'image, pageImage',
    'set aside|gave up|put off': 'quarantine, abandon, defer',
    'hand(?:ed)? over': 'transferOwnership',
    doubted: 'rebuildRequested',
    'rows in sight': 'visibleRows',
    'shelf|shelves': 'documentSet',
    'test room|room api|room client|own room|sale room|mailed room|model room':
      'testApp, browserApi, dataset',
  }),
  ...replace(['constant'], {
    '^(?:most|largest|least|fewest|longest|shortest|smallest|highest|lowest) .*': 'MAX_…, MIN_…',
  }),
  ...replace(PROSE, {
    'the house': 'the architecture, the repository',
    'breath(?:e|es|ed)': 'yields to the event loop',
    'is told|are told|be told|was told|were told|told (?:of|about|by|to|so|from)':
      'is shown, is notified, is reported',
    'hold(?:s|ing)? back|held back': 'pauses, keeps',
    [PRONOUN_ONE]: 'name who: a user, the caller, an administrator',
    'whence|whither|hither|thither|hitherto|henceforth|thereof|therein|thereupon|wherein|lest|amiss|aught|naught|nought|betwixt':
      'a plain word',
  }),
  ...replace(['text'], {
    'most files in a folder': 'Maximum files per folder',
    'nothing was recorded that fits': 'No matching entries',
    'as the system': 'System',
    'the upload stands elsewhere': 'Upload offset mismatch',
    'this task holds nothing back': 'Nothing awaits approval',
    'there is nothing to count': 'No entries yet',
    'there is nothing at this address': 'Not found',
  }),
  ...replace(['doc'], {
    '^#+ (?:who gets in|what they may do|keeping it safe|watching|programs of the machine|what was done)$':
      'Authentication, Authorization, Backups, Monitoring, System dependencies, Audit logging',
  }),
  ...replace(['docstring'], {
    '^(?:what|one|whether|as|of|where|who|whom|whoever|those)(?= )':
      'a sentence that begins with a verb or a noun',
  }),
];

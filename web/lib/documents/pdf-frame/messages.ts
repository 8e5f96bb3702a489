import {
  buffer,
  createMessageParser,
  flag,
  integer,
  type MessageOf,
  matching,
  oneOf,
  text,
} from './message-schema.ts';

/** Messages between the frame that renders PDFs and the page that embeds it. Neither side trusts the other. */

/** The most bytes of one request; pdf.js asks for more at once when it repairs a damaged file. */
export const MAX_RANGE_BYTES = 1024 * 1024;
/** The most requests of a frame that have not been answered. */
export const MAX_PENDING_RANGES = 8;
/** The unit in which pdf.js asks for bytes. Larger than its default of 64 KiB, since a request costs more than unneeded bytes. */
export const RANGE_CHUNK_BYTES = 256 * 1024;

/** Longer than any passage; the cost of matching grows with the length. */
export const MAX_QUOTE_LENGTH = 4000;

const bytes = integer(0, Number.MAX_SAFE_INTEGER);
const requestId = integer(0, Number.MAX_SAFE_INTEGER);
const page = integer(1, 9_999_999);
const colorScheme = oneOf('light', 'dark', 'system');
/** A mode of pdf.js or a factor. */
const zoomValue = matching(/^(?:auto|page-(?:width|fit|actual)|\d{1,3}(?:\.\d{1,20})?)$/);

const FROM_FRAME = {
  /** Asks for bytes of the open file, without the one at `end`. */
  range: { id: requestId, begin: bytes, end: bytes },
  /** The document is open and looks like this now. */
  state: {
    page,
    count: page,
    zoom: text(16),
    zoomValue,
    canZoomIn: flag,
    canZoomOut: flag,
    areThumbnailsShown: flag,
    isFinding: flag,
  },
  /** A key that the viewer does not use, for the shortcuts of the page. */
  key: { key: matching(/^[^\s\p{C}]$/u) },
  /** The reader is active in the frame. */
  active: {},
  /** pdf.js could not open the file, or could not be loaded. */
  failed: { failure: oneOf('protected', 'damaged', 'not-loaded') },
} as const;

const FROM_PAGE = {
  /** Opens the file that has these first bytes; page 0 is the first. */
  open: {
    size: bytes,
    firstBytes: buffer,
    page: integer(0, 9_999_999),
    zoom: zoomValue,
    quote: text(MAX_QUOTE_LENGTH),
  },
  bytes: { id: requestId, bytes: buffer },
  /** The bytes could not be loaded; the frame may ask again. */
  unavailable: { id: requestId },
  scheme: { colorScheme },
  'go-to-page': { page },
  control: {
    action: oneOf(
      'previous-page',
      'next-page',
      'zoom-in',
      'zoom-out',
      'fit-width',
      'rotate',
      'thumbnails',
      'find',
    ),
  },
} as const;

/** The only messages between the windows; all others use the port that comes with `start`. */
const BETWEEN_WINDOWS = {
  ready: {},
  start: { colorScheme, hasOuterControls: flag },
} as const;

export type FrameMessage = MessageOf<typeof FROM_FRAME>;
export type PageMessage = MessageOf<typeof FROM_PAGE>;
export type DocumentState = Extract<FrameMessage, { type: 'state' }>;
export type RangeRequest = Extract<FrameMessage, { type: 'range' }>;
export type OpenMessage = Extract<PageMessage, { type: 'open' }>;
export type DocumentFailure = Extract<FrameMessage, { type: 'failed' }>['failure'];
export type ColorScheme = Extract<PageMessage, { type: 'scheme' }>['colorScheme'];
export type StartMessage = Extract<MessageOf<typeof BETWEEN_WINDOWS>, { type: 'start' }>;

export const parseFrameMessage = createMessageParser(FROM_FRAME);
export const parsePageMessage = createMessageParser(FROM_PAGE);
export const parseWindowMessage = createMessageParser(BETWEEN_WINDOWS);
/** Tells whether a zoom, such as a stored one, is one that the frame accepts. */
export const isZoomValue = zoomValue;

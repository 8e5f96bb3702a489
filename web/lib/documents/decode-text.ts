import { detect } from 'chardet';
import * as shared from '#shared/domain/decode-text.ts';

/** A text's characters, whatever it was written with. */
export const decodeText = (bytes: Uint8Array): string => shared.decodeText(bytes, detect);

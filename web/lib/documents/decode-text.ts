import { detect } from 'chardet';
import * as shared from '#shared/domain/decode-text.ts';

/** Decodes a text file, detecting its character encoding. */
export const decodeText = (bytes: Uint8Array): string => shared.decodeText(bytes, detect);

import { z } from 'zod';
import { MAX_EXPOSURE_QUESTIONS, MAX_KNOWN_NAMES } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { idParams } from '../fields/base-fields.ts';

const MAX_NAME_LENGTH = 200;
const MAX_TEST_QUESTION_LENGTH = 500;

const settings = z.object({
  /** Names that the documents should not contain: of the project, other bidders, employees. */
  names: z.array(z.string()),
  /** Questions that are asked as the group. */
  questions: z.array(z.string()),
});
export type ExposureSettings = z.infer<typeof settings>;

export const getExposureSettings = {
  method: 'GET',
  path: '/api/rooms/:id/exposure-settings',
  summary: 'The names and questions of the exposure checks of a room; for its staff',
  caller: 'user',
  params: idParams,
  result: settings,
} as const satisfies Endpoint;

export const updateExposureSettings = {
  method: 'PUT',
  path: '/api/rooms/:id/exposure-settings',
  summary: 'Replace the names and questions of the exposure checks of a room; for its managers',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    names: z
      .array(
        z
          .string()
          .trim()
          .min(2, 'Use at least 2 characters')
          .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters`)
          .regex(/[\p{L}\p{N}]/u, 'Use letters or digits'),
      )
      .max(MAX_KNOWN_NAMES, `Use at most ${MAX_KNOWN_NAMES} names`),
    questions: z
      .array(
        z
          .string()
          .trim()
          .min(1, 'Enter a question')
          .max(MAX_TEST_QUESTION_LENGTH, `Use at most ${MAX_TEST_QUESTION_LENGTH} characters`),
      )
      .max(MAX_EXPOSURE_QUESTIONS, `Use at most ${MAX_EXPOSURE_QUESTIONS} questions`),
  }),
  result: settings,
} as const satisfies Endpoint;

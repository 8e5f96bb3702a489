import { z } from 'zod';
import { isTimeZone } from '../../../domain/changes/digests.ts';
import {
  MAX_SCORE_WEIGHT,
  SCORE_COMPONENT_NAMES,
  type ScoreComponent,
} from '../../../domain/rooms/interest-score.ts';

const WEIGHT_RANGE = `A weight is a number from 0 to ${MAX_SCORE_WEIGHT}.`;
const weight = z.number(WEIGHT_RANGE).min(0, WEIGHT_RANGE).max(MAX_SCORE_WEIGHT, WEIGHT_RANGE);

/** The weight of each component of the score; 0 switches it off. */
const weights = z.strictObject(
  Object.fromEntries(SCORE_COMPONENT_NAMES.map((name) => [name, weight])) as Record<
    ScoreComponent,
    typeof weight
  >, // The keys of the constant.
);

export const analyticsSettings = z.strictObject({
  /** No screen, answer or export about views in the room names a person; groups remain. */
  hidePersons: z.boolean(),
  /** Members of a group see the visits, time and downloads of their own group, never of another. */
  showGroupsTheirOwn: z.boolean(),
  /** Managers see the words of searches, from when this is switched on. Without it, searches are only counted. */
  recordSearchWords: z.boolean(),
  /** The time zone whose midnight begins a day. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin'),
  weights,
});
export type AnalyticsSettings = z.infer<typeof analyticsSettings>;

export const analyticsSettingsChange = z.strictObject({
  hidePersons: analyticsSettings.shape.hidePersons.optional(),
  showGroupsTheirOwn: analyticsSettings.shape.showGroupsTheirOwn.optional(),
  recordSearchWords: analyticsSettings.shape.recordSearchWords.optional(),
  timeZone: analyticsSettings.shape.timeZone.optional(),
  weights: weights.partial().optional(),
});

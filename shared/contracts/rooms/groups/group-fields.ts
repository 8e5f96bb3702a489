import { z } from 'zod';
import { MAX_GROUP_NAME_LENGTH } from '../../../domain/limits.ts';
import { id, instant } from '../../fields/base-fields.ts';
import { ipRange } from '../../fields/ip-range.ts';
import { emailDomain } from '../room-fields.ts';

const MAX_GROUP_DOMAINS = 50;
const MAX_GROUP_RANGES = 50;

export const groupName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(MAX_GROUP_NAME_LENGTH, `Use at most ${MAX_GROUP_NAME_LENGTH} characters`)
  .regex(/^\P{Cc}*$/u, 'Use no control characters');

/** Rules of a group, each on its own; `null` allows all. */
export const groupRules = {
  /** Only addresses of these domains can be added; those that were added before stay. */
  domains: z
    .array(emailDomain)
    .min(1, 'Enter at least one domain')
    .max(MAX_GROUP_DOMAINS, `Enter at most ${MAX_GROUP_DOMAINS} domains`)
    .nullable(),
  /** Members see the room from these IP addresses and networks only, such as `192.0.2.0/24`. */
  addressRanges: z
    .array(ipRange)
    .min(1, 'Enter at least one address')
    .max(MAX_GROUP_RANGES, `Enter at most ${MAX_GROUP_RANGES} addresses`)
    .nullable(),
  /** Pages and PDFs carry the name of the member, at every level. */
  watermarkPages: z.boolean(),
  /** Members see the addresses of the others. */
  membersSeeEachOther: z.boolean(),
  /** Members see and compare earlier versions of files that they see, those that were published and not withdrawn. */
  seesVersions: z.boolean(),
  /** Members with an account need a second factor, from their next sign-in on. */
  requiresSecondFactor: z.boolean(),
};

/** The watermark over every page and PDF of the members, at every level; `null` for that of the room. */
export const watermarkChoice = { watermarkId: id.nullable() };

/** The name of a watermark, which may belong to another manager. */
export const namedWatermark = z.object({ id, name: z.string() });

export const group = z.object({
  id,
  roomId: id,
  name: z.string(),
  /** `null` for a group without an end. */
  endsAt: instant.nullable(),
  memberCount: z.int(),
  createdAt: instant,
  ...groupRules,
  watermark: namedWatermark.nullable(),
});

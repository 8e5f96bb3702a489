import { z } from 'zod';
import { WITHHELD_STATES } from '#shared/domain/scans/scan-states.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, instant, pageQuery } from '../fields/base-fields.ts';

const withheldFile = z.object({
  id,
  name: z.string(),
  ownerName: z.string(),
  folderId: id.nullable(),
  versions: z.array(
    z.object({
      number: z.int().positive(),
      scan: z.enum(WITHHELD_STATES),
      /** The name of the virus, or why the content could not be scanned. */
      result: z.string().nullable(),
      scannedAt: instant.nullable(),
    }),
  ),
});
export type WithheldFile = z.infer<typeof withheldFile>;

const scannerStatus = z.object({
  /** `off` without `CLAMD_SOCKET`. */
  state: z.enum(['off', 'available', 'unavailable']),
  /** The number of contents that wait for their scan and are withheld until then. */
  waiting: z.int().nonnegative(),
  waitingSince: instant.nullable(),
});
export type ScannerStatus = z.infer<typeof scannerStatus>;

export const listWithheldFiles = {
  method: 'GET',
  path: '/api/admin/withheld-files',
  summary: 'Files in which a virus was found, or that could not be scanned, newest first',
  caller: 'administrator',
  query: z.strictObject(pageQuery),
  result: z.array(withheldFile),
} as const satisfies Endpoint;

export const getScannerStatus = {
  method: 'GET',
  path: '/api/admin/virus-scanner',
  summary: 'Whether the virus scanner is configured and answers, and how much waits for it',
  caller: 'administrator',
  result: scannerStatus,
} as const satisfies Endpoint;

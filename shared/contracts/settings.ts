import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The system settings with their bounds: the specification's eight, and `watermarkDownloads`; `maxUploadSizeMB` may reach the operator's ceiling. */
export const systemSettings = z.strictObject({
  enableAISearch: z.boolean(),
  maxUploadSizeMB: z.int().min(1),
  allowPublicSharing: z.boolean(),
  enableAuditLog: z.boolean(),
  maintenanceMode: z.boolean(),
  autoDeleteInvitations: z.boolean(),
  invitationExpiryDays: z.int().min(1).max(90),
  maxFilesPerFolder: z.int().min(10).max(1000),
  /** PDFs leave the server only with the name of who has them, except for administrators. */
  watermarkDownloads: z.boolean(),
});
export type SystemSettings = z.infer<typeof systemSettings>;

export const DEFAULT_SYSTEM_SETTINGS: SystemSettings = {
  enableAISearch: true,
  maxUploadSizeMB: 25,
  allowPublicSharing: false,
  enableAuditLog: true,
  maintenanceMode: false,
  autoDeleteInvitations: true,
  invitationExpiryDays: 7,
  maxFilesPerFolder: 100,
  watermarkDownloads: false,
};

export const getPublicSettings = {
  method: 'GET',
  path: '/api/system-settings/public',
  summary: 'What the interface needs to know of the settings',
  caller: 'anyone',
  result: z.object({
    enableAISearch: z.boolean(),
    maxUploadSizeMB: z.int(),
    maxFilesPerFolder: z.int(),
    maintenanceMode: z.boolean(),
    passwordMinLengthAtAuth: z.int(),
  }),
} as const satisfies Endpoint;

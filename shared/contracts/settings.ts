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
  summary: 'The settings that the interface needs',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  result: z.object({
    enableAISearch: z.boolean(),
    maxUploadSizeMB: z.int(),
    uploadCeilingMB: z.int(),
    maxFilesPerFolder: z.int(),
    maintenanceMode: z.boolean(),
    allowPublicSharing: z.boolean(),
    invitationExpiryDays: z.int(),
    passwordMinLengthAtAuth: z.int(),
    passwordMinLength: z.int(),
    /** Whether invitations go out by mail; else the link shown is the delivery. */
    emailConfigured: z.boolean(),
    /** Whether Office files may be shown by an external viewer, which gets a copy. */
    onlineOfficeViewer: z.boolean(),
    /** Whether a language model writes answers from what was found. */
    answersWritten: z.boolean(),
  }),
} as const satisfies Endpoint;

export const getSystemSettings = {
  method: 'GET',
  path: '/api/admin/system-settings',
  summary: 'The system settings in force',
  caller: 'administrator',
  result: systemSettings,
} as const satisfies Endpoint;

export const updateSystemSettings = {
  method: 'PATCH',
  path: '/api/admin/system-settings',
  summary: 'Change any of the system settings; takes effect immediately in every process',
  caller: 'administrator',
  body: systemSettings.partial(),
  result: systemSettings,
} as const satisfies Endpoint;

import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { shownBrand } from './start/brand.ts';

const registrationMode = z.enum(['open', 'invitation', 'closed']);

const quota = z.int().min(0).max(1_000_000_000);

/**
 * The system settings with their bounds: the specification's eight, `watermarkDownloads`, `registration` and the quotas;
 * `maxUploadSizeMB` may reach the operator's ceiling.
 */
export const systemSettings = z.strictObject({
  enableAISearch: z.boolean(),
  maxUploadSizeMB: z.int().min(1),
  allowPublicSharing: z.boolean(),
  enableAuditLog: z.boolean(),
  maintenanceMode: z.boolean(),
  autoDeleteInvitations: z.boolean(),
  invitationExpiryDays: z.int().min(1).max(90),
  maxFilesPerFolder: z.int().min(10).max(1000),
  /** PDFs are downloaded only with the name of the recipient, except by administrators. */
  watermarkDownloads: z.boolean(),
  /** Lets anybody create an account, invited users, or administrators alone. */
  registration: registrationMode,
  /** Limits of each user, and of all users together; 0 is unlimited. */
  userQuotaMB: quota,
  userQuotaFiles: quota,
  userQuotaFolders: quota,
  totalQuotaMB: quota,
  totalQuotaFiles: quota,
  totalQuotaFolders: quota,
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
  registration: 'open',
  userQuotaMB: 51_200,
  userQuotaFiles: 200_000,
  userQuotaFolders: 20_000,
  totalQuotaMB: 0,
  totalQuotaFiles: 0,
  totalQuotaFolders: 0,
};

/** The settings that the interface needs. */
export const publicSettings = z.object({
  enableAISearch: z.boolean(),
  maxUploadSizeMB: z.int(),
  uploadCeilingMB: z.int(),
  maxFilesPerFolder: z.int(),
  maintenanceMode: z.boolean(),
  allowPublicSharing: z.boolean(),
  registration: registrationMode,
  invitationExpiryDays: z.int(),
  passwordMinLengthAtAuth: z.int(),
  passwordMinLength: z.int(),
  /** `true` if invitations are sent by mail; otherwise their link must be passed on by hand. */
  emailConfigured: z.boolean(),
  /** `true` if Office files may be shown by an external viewer, which gets a copy. */
  onlineOfficeViewer: z.boolean(),
  /** `true` if a language model writes answers from the search results. */
  answersWritten: z.boolean(),
  /** The origin at which passkeys work; `null` where browsers offer none. */
  passkeyOrigin: z.string().nullable(),
  /** `true` if anybody can sign in with a passkey. */
  passkeySignIn: z.boolean(),
  /** The name of the company through which people sign in; `null` unless that is set up. */
  companySignIn: z.string().nullable(),
  brand: shownBrand,
});
export type PublicSettings = z.infer<typeof publicSettings>;

export const getPublicSettings = {
  method: 'GET',
  path: '/api/system-settings/public',
  summary: 'The settings that the interface needs',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  result: publicSettings,
} as const satisfies Endpoint;

export const getSystemSettings = {
  method: 'GET',
  path: '/api/admin/system-settings',
  summary: 'The system settings in force',
  caller: 'administrator',
  result: systemSettings,
} as const satisfies Endpoint;

export const getRegistrationQuestion = {
  method: 'GET',
  path: '/api/admin/registration-question',
  summary: 'Whether an administrator still has to choose who may create accounts: only with a public address',
  caller: 'administrator',
  result: z.object({ isOpen: z.boolean() }),
} as const satisfies Endpoint;

export const updateSystemSettings = {
  method: 'PATCH',
  path: '/api/admin/system-settings',
  summary: 'Change any of the system settings; takes effect immediately in every process',
  caller: 'administrator',
  body: systemSettings.partial(),
  result: systemSettings,
} as const satisfies Endpoint;

const count = z.int().nonnegative();
/** `null` is unlimited. */
const limit = count.nullable();

const usage = z.object({ bytes: count, files: count, folders: count });
const userQuota = z.object({ bytes: limit, files: limit, folders: limit });
const userUsage = z.object({ used: usage, quota: userQuota });
export type Usage = z.infer<typeof usage>;
export type Quota = z.infer<typeof userQuota>;
export type UserUsage = z.infer<typeof userUsage>;

export const getUsage = {
  method: 'GET',
  path: '/api/user/usage',
  summary: 'What the signed-in user owns, trash included, and how much they may own',
  caller: 'user',
  result: userUsage,
} as const satisfies Endpoint;

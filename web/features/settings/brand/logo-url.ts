import { buildUrl } from '#web/lib/http/call.ts';

export const buildLogoUrl = (token: string): string =>
  buildUrl('GET /api/brand/logo/:token', { params: { token } });

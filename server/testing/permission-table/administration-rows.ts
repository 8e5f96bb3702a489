import { PASSWORD } from '../factories.ts';
import { BRAND_IMAGE_FORM } from './rooms/brand-image-form.ts';
import { ADMINISTRATORS, type Row, type RowFixture, row, USERS } from './row.ts';

const account = ({ accountId }: RowFixture) => ({ params: { id: accountId } });

const unknownJob = () => ({ params: { id: 999_999_999 } });

export const administrationRows: readonly Row[] = [
  row('GET /api/users', ADMINISTRATORS),
  row('GET /api/users', USERS, ({ owner }) => ({ query: `username=${owner.username}` }), 'by exact name'),
  row('GET /api/admin/users', ADMINISTRATORS),
  row('POST /api/admin/users', ADMINISTRATORS.replace('200', '201'), ({ number }) => ({
    body: { username: `made-${number}`, email: `made-${number}@example.test`, password: PASSWORD },
  })),
  row('PATCH /api/admin/users/:id', ADMINISTRATORS, (scene) => ({
    ...account(scene),
    body: { isAdmin: true },
  })),
  row('DELETE /api/admin/users/:id', ADMINISTRATORS, account),
  row('GET /api/admin/sign-in-limits', ADMINISTRATORS),
  row('DELETE /api/admin/users/:id/sign-in-limits', ADMINISTRATORS, account),
  row('POST /api/admin/sessions/end-all', ADMINISTRATORS),
  row('DELETE /api/admin/users/:id/factors', ADMINISTRATORS.replace('200', '409'), account),
  row('GET /api/admin/sign-in-settings', ADMINISTRATORS),
  row('PATCH /api/admin/sign-in-settings', ADMINISTRATORS, () => ({
    body: { requireSecondFactor: 'nobody' },
  })),
  row('GET /api/admin/address-rules', ADMINISTRATORS),
  row('PUT /api/admin/address-rules', ADMINISTRATORS, () => ({
    body: { administrators: [], staff: [], rooms: [] },
  })),
  row('PUT /api/admin/brand', ADMINISTRATORS, () => ({ body: { name: 'Tarnbrook' } })),
  row('POST /api/admin/brand/images', ADMINISTRATORS, () => ({ form: BRAND_IMAGE_FORM })),
  row('DELETE /api/admin/brand/images/:kind', ADMINISTRATORS, () => ({ params: { kind: 'icon' } })),
  row('GET /api/admin/system-settings', ADMINISTRATORS),
  row('PATCH /api/admin/system-settings', ADMINISTRATORS, () => ({ body: { invitationExpiryDays: 8 } })),
  row('GET /api/admin/registration-question', ADMINISTRATORS),
  row('GET /api/admin/virus-scanner', ADMINISTRATORS),
  row('GET /api/admin/ocr', ADMINISTRATORS),
  row('GET /api/ocr/languages', USERS),
  row('GET /api/admin/withheld-files', ADMINISTRATORS),
  row('GET /api/admin/answer-model', ADMINISTRATORS),
  row('GET /api/admin/maintenance', ADMINISTRATORS),
  row('POST /api/admin/maintenance/:task/approve', '401 403 401 401 403 403 403 409 401', () => ({
    params: { task: 'trash' },
  })),
  row('GET /api/admin/jobs', ADMINISTRATORS),
  row('POST /api/admin/jobs/:id/retry', ADMINISTRATORS.replace('200', '404'), unknownJob),
  row('DELETE /api/admin/jobs/:id', ADMINISTRATORS.replace('200', '404'), unknownJob),
  row('GET /api/admin/audit', ADMINISTRATORS),
  row('GET /api/admin/audit/export', ADMINISTRATORS),
];

import { ADMINISTRATORS, type Row, type RowFixture, row, USERS } from '../row.ts';

const nobody = () => ({ body: { email: 'somebody-unknown@example.test' } });

/** Requests an export as an administrator whom no row has: it is nobody else's. */
const exported = async ({ number }: RowFixture) => ({ params: { id: 900_000 + number } });

export const subjectRows: readonly Row[] = [
  row('POST /api/admin/subjects/search', ADMINISTRATORS, nobody),
  row('POST /api/admin/subjects/export', ADMINISTRATORS.replace('200', '202'), () => ({
    body: { email: 'somebody-unknown@example.test', format: 'json' },
  })),
  row('GET /api/admin/subjects/exports/:id', ADMINISTRATORS.replace('200', '404'), exported),
  row('POST /api/admin/subjects/erase', ADMINISTRATORS, () => ({
    body: { email: 'somebody-unknown@example.test', preview: true },
  })),
  row(
    'POST /api/admin/subjects/erase',
    ADMINISTRATORS.replace('200', '409'),
    () => ({ body: { email: 'somebody-unknown@example.test', confirm: 'no hash', statements: 'delete' } }),
    'with an old preview',
  ),
  row('GET /api/admin/erasures', ADMINISTRATORS),
  row('GET /api/admin/erasures/export', ADMINISTRATORS),
  row('GET /api/admin/erasures/:id/certificate', ADMINISTRATORS.replace('200', '404'), exported),
  row('GET /api/user/my-data', USERS),
];

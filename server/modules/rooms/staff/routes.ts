import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/staff.ts';
import { appointStaff, removeStaff } from './appoint-staff.ts';
import { listStaff, readStaffMember } from './list-staff.ts';

export function staffRoutes(app: FastifyInstance): void {
  serve(app, contracts.listStaff, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listStaff(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.getStaffMember, (ctx, { params }) => readStaffMember(ctx, params.id, params.userId));
  serve(app, contracts.appointStaff, (ctx, { params, body }) =>
    appointStaff(ctx, params.id, params.userId, body.role),
  );
  serve(app, contracts.removeStaff, async (ctx, { params }) => {
    await removeStaff(ctx, params.id, params.userId);
    return SUCCESS;
  });
}

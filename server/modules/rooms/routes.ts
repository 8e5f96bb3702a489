import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/rooms.ts';
import { createRoom, listRooms } from './create-room.ts';
import { readRoom, updateRoom } from './room-settings.ts';
import { setRoomState } from './state/set-room-state.ts';
import { createNewRoom } from './templates/create-new-room.ts';

export function roomRoutes(app: FastifyInstance): void {
  serve(app, contracts.listRooms, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, figures = false } = query;
    const rooms = await listRooms(ctx, { limit, cursor }, { withFigures: figures });
    return paginate(rooms, limit, exchange);
  });
  serve(app, contracts.createRoom, (ctx, { body: { folderId, name = '', ...newRoom } }) =>
    folderId === undefined
      ? createNewRoom(ctx, { name, ...newRoom })
      : createRoom(ctx, { folderId, ...newRoom }),
  );
  serve(app, contracts.getRoom, (ctx, { params }) => readRoom(ctx, params.id));
  serve(app, contracts.updateRoom, (ctx, { params, body }) => updateRoom(ctx, params.id, body));
  serve(app, contracts.setRoomState, (ctx, { params, body }) => setRoomState(ctx, params.id, body));
}

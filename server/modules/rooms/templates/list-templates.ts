import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorize } from '#server/authorization/authorize.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { seesEverything } from '#shared/policies/actor.ts';
import { templatePolicy } from '#shared/policies/room-templates.ts';
import { DELIVERED_TEMPLATES } from './delivered/delivered-templates.ts';
import { findTemplateRow, listTemplateRows, removeTemplate, type TemplateRow } from './queries.ts';
import { contentOf, countFolders, type TemplateContent } from './template-content.ts';

const NOT_FOUND = 'The template could not be found.';

export function presentTemplate(row: TemplateRow): RoomTemplate {
  const delivered = DELIVERED_TEMPLATES.find(({ key }) => key === row.key);
  const content = delivered && contentOf(delivered);
  return {
    id: row.id,
    name: delivered?.name ?? row.name,
    description: delivered?.description ?? null,
    isDelivered: row.key !== null,
    folders: content ? countFolders(content.folders) : row.folder_count,
    groups: content?.groups.length ?? row.group_count,
    requests: content?.requests.length ?? row.request_count,
    createdAt: row.key === null ? isoInstant(row.created_at) : null,
  };
}

/**
 * Lists the delivered templates and those of the actor, all to administrators from whom no room is hidden; one more than `limit`.
 */
export async function listTemplates(ctx: Context, page: PageRequest): Promise<RoomTemplate[]> {
  const { actor } = ctx;
  const creatorId = seesEverything(actor) ? undefined : actor.kind === 'user' ? actor.id : 0;
  return (await listTemplateRows(ctx.db, creatorId, page)).map(presentTemplate);
}

/** Returns the content of a template that the actor may use. */
export async function readTemplate(ctx: Context, id: number): Promise<TemplateContent> {
  const row = await loadTemplate(ctx, id, 'view');
  const delivered = DELIVERED_TEMPLATES.find(({ key }) => key === row.key);
  return delivered ? contentOf(delivered) : JSON.parse(row.content);
}

export function deleteTemplate(ctx: Context, id: number): Promise<void> {
  return transactionAsUser(ctx, async (ctx) => {
    const { name } = await loadTemplate(ctx, id, 'delete');
    await removeTemplate(ctx.db, id);
    await audit(ctx, { action: 'template.delete', details: { templateId: id, template: name } });
  });
}

async function loadTemplate(ctx: Context, id: number, action: keyof typeof templatePolicy) {
  const row = await findTemplateRow(ctx.db, id);
  if (!row) throw new AppError('not-found', NOT_FOUND);
  if (action === 'delete' && row.key !== null)
    throw new AppError('conflict', 'The delivered templates cannot be deleted.');
  // Administrators delete also what they do not see.
  const may = templatePolicy[action](ctx.actor, { creatorId: row.creator_id });
  authorize(may, may, { notFound: NOT_FOUND, forbidden: NOT_FOUND });
  return row;
}

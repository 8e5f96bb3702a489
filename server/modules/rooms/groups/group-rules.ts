import type { Context } from '#server/app/context.ts';
import { assertMayUseWatermark } from '#server/modules/watermarks/save-watermark.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { findRulesOf, setRules } from './rule-queries.ts';

export type GroupRules = Pick<
  Group,
  'domains' | 'addressRanges' | 'watermarkPages' | 'watermark' | 'membersSeeEachOther' | 'seesVersions'
>;

const NO_RULES: GroupRules = {
  domains: null,
  addressRanges: null,
  watermarkPages: false,
  watermark: null,
  membersSeeEachOther: false,
  seesVersions: false,
};

/** Reads the rules of several groups in one statement. */
export async function findGroupRules(
  { db }: Pick<Context, 'db'>,
  groupIds: readonly number[],
): Promise<(groupId: number) => GroupRules> {
  const rows = new Map((await findRulesOf(db, groupIds)).map((row) => [row.group_id, row]));
  return (groupId) => {
    const row = rows.get(groupId);
    if (!row) return NO_RULES;
    return {
      domains: row.domains === null ? null : JSON.parse(row.domains),
      addressRanges: row.address_ranges === null ? null : JSON.parse(row.address_ranges),
      watermarkPages: row.watermarks_pages === 1,
      watermark: row.watermark_id === null ? null : { id: row.watermark_id, name: row.watermark_name ?? '' },
      membersSeeEachOther: row.members_see_each_other === 1,
      seesVersions: row.sees_versions === 1,
    };
  };
}

/** The rules as a group is asked to have them: a watermark by its id. */
type AskedRules = Omit<GroupRules, 'watermark'> & { readonly watermarkId: number | null };
type Changes = { readonly [Rule in keyof AskedRules]?: AskedRules[Rule] | undefined };

/** Changes the rules that are named; returns those that were, for the audit log. */
export async function saveGroupRules(
  ctx: Context,
  groupId: number,
  { domains, addressRanges, watermarkPages, watermarkId, membersSeeEachOther, seesVersions }: Changes,
): Promise<Partial<AskedRules>> {
  const changed = {
    ...(domains !== undefined && { domains }),
    ...(addressRanges !== undefined && { addressRanges }),
    ...(watermarkPages !== undefined && { watermarkPages }),
    ...(watermarkId !== undefined && { watermarkId }),
    ...(membersSeeEachOther !== undefined && { membersSeeEachOther }),
    ...(seesVersions !== undefined && { seesVersions }),
  };
  if (Object.keys(changed).length === 0) return changed;
  const { watermark, ...before } = (await findGroupRules(ctx, [groupId]))(groupId);
  const rules = { ...before, watermarkId: watermark?.id ?? null, ...changed };
  // One that another manager chose stays with the other rules.
  if (rules.watermarkId !== null && rules.watermarkId !== watermark?.id)
    await assertMayUseWatermark(ctx, rules.watermarkId);
  await setRules(ctx.db, {
    group_id: groupId,
    domains: rules.domains && JSON.stringify(rules.domains),
    address_ranges: rules.addressRanges && JSON.stringify(rules.addressRanges),
    watermarks_pages: rules.watermarkPages ? 1 : 0,
    watermark_id: rules.watermarkId,
    members_see_each_other: rules.membersSeeEachOther ? 1 : 0,
    sees_versions: rules.seesVersions ? 1 : 0,
  });
  return changed;
}

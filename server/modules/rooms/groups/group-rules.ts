import type { Context } from '#server/app/context.ts';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { findRulesOf, setRules } from './rule-queries.ts';

export type GroupRules = Pick<
  Group,
  'domains' | 'addressRanges' | 'watermarkPages' | 'membersSeeEachOther' | 'seesVersions'
>;

const NO_RULES: GroupRules = {
  domains: null,
  addressRanges: null,
  watermarkPages: false,
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
      membersSeeEachOther: row.members_see_each_other === 1,
      seesVersions: row.sees_versions === 1,
    };
  };
}

type Changes = { readonly [Rule in keyof GroupRules]?: GroupRules[Rule] | undefined };

/** Changes the rules that are named; returns those that were, for the audit log. */
export async function saveGroupRules(
  { db }: Pick<Context, 'db'>,
  groupId: number,
  { domains, addressRanges, watermarkPages, membersSeeEachOther, seesVersions }: Changes,
): Promise<Partial<GroupRules>> {
  const changed = {
    ...(domains !== undefined && { domains }),
    ...(addressRanges !== undefined && { addressRanges }),
    ...(watermarkPages !== undefined && { watermarkPages }),
    ...(membersSeeEachOther !== undefined && { membersSeeEachOther }),
    ...(seesVersions !== undefined && { seesVersions }),
  };
  if (Object.keys(changed).length === 0) return changed;
  const rules = { ...(await findGroupRules({ db }, [groupId]))(groupId), ...changed };
  await setRules(db, {
    group_id: groupId,
    domains: rules.domains && JSON.stringify(rules.domains),
    address_ranges: rules.addressRanges && JSON.stringify(rules.addressRanges),
    watermarks_pages: rules.watermarkPages ? 1 : 0,
    members_see_each_other: rules.membersSeeEachOther ? 1 : 0,
    sees_versions: rules.seesVersions ? 1 : 0,
  });
  return changed;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { applyEdits, assertUnchanged, type Edits } from '#web/lib/forms/edits.ts';
import { call } from '#web/lib/http/call.ts';
import { type RuleTexts, rulesOf, textsOf } from './rule-texts.ts';

const RULES_KEY = ['settings', 'address-rules'] as const;

export const useAddressRules = () =>
  useQuery({
    queryKey: RULES_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/address-rules', {}, signal),
  });

/** Lists the rooms that a rule can name. */
export const useRoomChoices = () =>
  useQuery({
    queryKey: ['settings', 'address-rules', 'rooms'],
    queryFn: ({ signal }) => call('GET /api/rooms', {}, signal),
  });

/** Replaces the rules by what was edited of them; refuses to undo what another administrator saved meanwhile. */
export function useSetAddressRules() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(edits: Edits<RuleTexts>) {
      const stored = await call('GET /api/admin/address-rules');
      client.setQueryData(RULES_KEY, stored);
      assertUnchanged(textsOf(stored), edits);
      return call('PUT /api/admin/address-rules', { body: rulesOf(applyEdits(textsOf(stored), edits)) });
    },
    onSuccess: (rules) => client.setQueryData(RULES_KEY, rules),
  });
}

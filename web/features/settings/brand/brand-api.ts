import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { PUBLIC_SETTINGS_KEY } from '../api.ts';

export const BRAND_FAILED = 'Failed to update brand';

export function useSetBrand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string | null; logo?: string | null }) =>
      call('PUT /api/admin/brand', { body }),
    onSuccess: () => {
      toast({ title: 'Brand updated', variant: 'success' });
      return client.invalidateQueries({ queryKey: PUBLIC_SETTINGS_KEY });
    },
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Brand, BrandImageKind, setBrand } from '#shared/contracts/start/brand.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { request } from '#web/lib/http/request.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { BRAND_KEY, PUBLIC_SETTINGS_KEY } from '../api.ts';

/** Whose brand it is: that of a room, or with `null` of the installation. */
export type BrandOwner = number | null;
export type BrandValues = BodyOf<typeof setBrand>;

/** Fetches what a room, or the installation, sets itself. */
export const useOwnBrand = (owner: BrandOwner) =>
  useQuery({
    queryKey: [...BRAND_KEY, 'own', owner],
    queryFn: ({ signal }) =>
      owner === null
        ? call('GET /api/brand', {}, signal)
        : call('GET /api/rooms/:id/brand', { params: { id: owner } }, signal),
  });

/** The changes of a brand. Each shows it again wherever it is shown. */
export function useBrandChanges(owner: BrandOwner) {
  const client = useQueryClient();
  const options = {
    onSuccess: async () => {
      toast({ title: 'Brand updated', variant: 'success' });
      await client.invalidateQueries({ queryKey: BRAND_KEY });
      if (owner === null) await client.invalidateQueries({ queryKey: PUBLIC_SETTINGS_KEY });
    },
    onError: (error: Error) => toastError('Failed to update brand', error),
  };
  return {
    save: useMutation({
      mutationFn: (body: BrandValues) =>
        owner === null
          ? call('PUT /api/admin/brand', { body })
          : call('PUT /api/rooms/:id/brand', { params: { id: owner }, body }),
      ...options,
    }),
    upload: useMutation({
      mutationFn: (image: { kind: BrandImageKind; file: File }) => sendImage(owner, image),
      ...options,
    }),
    remove: useMutation({
      mutationFn: (kind: BrandImageKind) =>
        owner === null
          ? call('DELETE /api/admin/brand/images/:kind', { params: { kind } })
          : call('DELETE /api/rooms/:id/brand/images/:kind', { params: { id: owner, kind } }),
      ...options,
    }),
  };
}

function sendImage(owner: BrandOwner, { kind, file }: { kind: BrandImageKind; file: File }): Promise<Brand> {
  const form = new FormData();
  form.set('kind', kind);
  form.set('file', file, file.name);
  const url =
    owner === null
      ? buildUrl('POST /api/admin/brand/images', {})
      : buildUrl('POST /api/rooms/:id/brand/images', { params: { id: owner } });
  return request('POST', url, { body: form });
}

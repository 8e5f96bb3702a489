import { useQuery } from '@tanstack/react-query';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { LINKS_KEY } from './links-key.ts';

/** Lists the user's own links, newest first. */
export const useOwnLinks = () =>
  useQuery({
    queryKey: [...LINKS_KEY, 'own'],
    queryFn: ({ signal }) => callAllPages('GET /api/links', {}, signal),
  });

export const useLink = (id: number) =>
  useQuery({
    queryKey: [...LINKS_KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /api/links/:id', { params: { id } }, signal),
  });

export const useLinkAnalytics = (id: number) =>
  useQuery({
    queryKey: [...LINKS_KEY, 'analytics', id],
    queryFn: ({ signal }) => call('GET /api/links/:id/analytics', { params: { id } }, signal),
  });

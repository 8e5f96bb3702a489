import type { z } from 'zod';
import type { Endpoint, RequestOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { type Page, request, requestPage } from './request.ts';

interface Address {
  params?: Record<string, string | number>;
  query?: object | undefined;
}

/** Makes one call of the API as its contract describes it. Throws ApiError, as `request` does. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E> = {},
  signal?: AbortSignal,
): Promise<ResultOf<E>> {
  return request<ResultOf<E>>(endpoint.method, urlOf(endpoint, input), {
    body: input.body,
    ...(signal && { signal }),
  });
}

/** Calls a list page after page, as its Link headers say, and returns all of it. */
export async function callWholeList<Row>(
  endpoint: Endpoint & { result: z.ZodType<Row[]> },
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  let url: string | null = urlOf(endpoint, { query });
  while (url !== null) {
    const page: Page<Row[]> = await requestPage(endpoint.method, url, signal && { signal });
    rows.push(...page.result);
    url = page.next;
  }
  return rows;
}

/** The address of a call: its path with the parameters set in, and the query after it. */
export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Address): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

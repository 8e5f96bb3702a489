import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const CONTRACTS = join(import.meta.dirname, '../../shared/contracts');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'caller' in value;

/** Lists every call of the API from the folder of contracts itself, so that a new one cannot be forgotten. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const names = (await readdir(CONTRACTS, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(names.map((name) => import(join(CONTRACTS, name))));
  return modules.flatMap((contracts) => Object.values(contracts).filter(isEndpoint));
}

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Returns a URL of the call, with a value in place of each parameter. */
export const endpointUrl = ({ path }: Endpoint, value = '1'): string => path.replace(/:\w+/g, value);

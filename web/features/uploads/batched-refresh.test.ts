import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchedRefresh } from './batched-refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('refreshing lists while files arrive', () => {
  it('several changes are refreshed together, each key once', async () => {
    const seen: number[][] = [];
    const refresh = createBatchedRefresh<number>(async (keys) => seen.push([...keys]));
    for (const key of [1, 2, 1, 1]) refresh(key);
    await vi.runAllTimersAsync();
    expect(seen).toEqual([[1, 2]]);
  });

  it('a refresh waits until the previous one has ended', async () => {
    const answers: (() => void)[] = [];
    const refresh = createBatchedRefresh<number>(() => new Promise<void>((resolve) => answers.push(resolve)));
    refresh(1);
    await vi.runAllTimersAsync();
    refresh(2);
    await vi.runAllTimersAsync();
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await vi.runAllTimersAsync();
    expect(answers).toHaveLength(2);
  });

  it('refreshing continues after a failed refresh', async () => {
    let calls = 0;
    const refresh = createBatchedRefresh<number>(async () => {
      calls += 1;
      throw new Error('No connection');
    });
    refresh(1);
    await vi.runAllTimersAsync();
    refresh(2);
    await vi.runAllTimersAsync();
    expect(calls).toBe(2);
  });
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnerProcesses } from './owner-processes.ts';

class TestProcess {
  isRunning = true;
  isHealthy(): boolean {
    return this.isRunning;
  }
  async end(): Promise<void> {
    this.isRunning = false;
  }
}

function makeProcesses({ maxIdle = 2, keepsSpare = false } = {}) {
  const started: TestProcess[] = [];
  const start = () => {
    const process = new TestProcess();
    started.push(process);
    return process;
  };
  return { started, processes: new OwnerProcesses(start, { maxIdle, keepsSpare }) };
}

test('a process is reused for its owner and never for another one', async () => {
  const { processes } = makeProcesses();
  const first = processes.acquire('ann');
  await processes.release('ann', first, true);
  const other = processes.acquire('ben');
  expect(other).not.toBe(first);
  await processes.release('ben', other, true);
  expect(processes.acquire('ann')).toBe(first);
  expect(processes.acquire('ben')).toBe(other);
  expect(processes.acquire('ben')).not.toBe(other);
});

test('the process that was idle longest is ended when there are too many', async () => {
  const { started, processes } = makeProcesses({ maxIdle: 2 });
  for (const owner of ['ann', 'ben', 'cleo']) await processes.release(owner, processes.acquire(owner), true);
  expect(started.map(({ isRunning }) => isRunning)).toEqual([false, true, true]);
});

test('a process that is broken or used up is not reused', async () => {
  const { started, processes } = makeProcesses();
  const died = processes.acquire('ann');
  await processes.release('ann', died, true);
  died.isRunning = false;
  const next = processes.acquire('ann');
  expect(next).not.toBe(died);
  await processes.release('ann', next, false);
  expect(started.filter(({ isRunning }) => isRunning)).toEqual([]);
});

test('a spare process is started a moment after the last was taken, and used for one owner only', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { started, processes } = makeProcesses({ keepsSpare: true });
  const first = processes.acquire('ann');
  expect(started).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(started).toHaveLength(2);
  await processes.release('ann', first, true);
  expect(processes.acquire('ben')).toBe(started[1]);
  expect(processes.acquire('cat')).toBe(started[2]);
  vi.advanceTimersByTime(1_000);
  expect(started).toHaveLength(4);
});

test('no spare process is started after the processes were closed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { started, processes } = makeProcesses({ keepsSpare: true });
  await processes.release('ann', processes.acquire('ann'), true);
  await processes.close();
  vi.advanceTimersByTime(10_000);
  expect(started).toHaveLength(1);
});

test('closing ends all processes, also those that come back later', async () => {
  const { started, processes } = makeProcesses({ keepsSpare: true });
  const working = processes.acquire('ann');
  await processes.close();
  await processes.release('ann', working, true);
  expect(started.filter(({ isRunning }) => isRunning)).toEqual([]);
});

test('no process is started after the processes were closed', async () => {
  for (const keepsSpare of [false, true]) {
    const { started, processes } = makeProcesses({ keepsSpare });
    await processes.close();
    expect(() => processes.acquire('ann')).toThrow('closed');
    expect(() => processes.start()).toThrow('closed');
    expect(started).toEqual([]);
  }
});

test('a spare process that died is ended and replaced', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { started, processes } = makeProcesses({ keepsSpare: true });
  processes.acquire('ann');
  vi.advanceTimersByTime(1_000);
  const [, spare] = started;
  if (!spare) throw new Error('There is no spare process.');
  spare.isRunning = false;
  const end = vi.spyOn(spare, 'end');
  expect(processes.acquire('ben')).toBe(started[2]);
  await vi.advanceTimersByTimeAsync(0);
  await processes.close();
  // Once: it is not among those that are left to end.
  expect(end).toHaveBeenCalledOnce();
});

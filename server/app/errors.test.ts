import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AppError, isConnectionLost, isUnavailable, markUnavailable } from './errors.ts';

const postgresError = (code: string): Error =>
  Object.assign(new pg.DatabaseError('.', 1, 'error'), { code, severity: 'FATAL' });
const errorWith = (code: string): Error => Object.assign(new Error(code), { code });

describe('an unavailable service', () => {
  test.each(['57P01', '57P02', '57P03', '08006', '53300', '53100', '25006', '57014', '55P03', '40P01'])(
    'PostgreSQL: %s',
    (code) => {
      expect(isUnavailable(postgresError(code))).toBe(true);
    },
  );

  test.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_FULL',
    'SQLITE_IOERR_SHMSIZE',
    'ENOSPC',
    'EDQUOT',
  ])('%s', (code) => {
    expect(isUnavailable(errorWith(code))).toBe(true);
  });

  test('a refused connection', async () => {
    const refused = await new Promise((resolve) => connect(9, '127.0.0.1').once('error', resolve));
    expect(isUnavailable(refused)).toBe(true);
    expect(isUnavailable(new AggregateError([refused]))).toBe(true);
  });

  test('a full store', () => {
    expect(isUnavailable(new AppError('storage-full', 'The storage is full.'))).toBe(true);
  });

  test('a marked error, also as a cause', () => {
    const error = new Error('No answer');
    markUnavailable(error);
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error('The object was not read', { cause: error }))).toBe(true);
  });
});

test.each([
  postgresError('23505'),
  postgresError('42P01'),
  errorWith('SQLITE_CONSTRAINT'),
  // The pipe to a child process that the document ended.
  Object.assign(errorWith('EPIPE'), { syscall: 'write' }),
  new AppError('too-large', 'The file is too large.'),
  new Error('The file is damaged.'),
  undefined,
])('another failure is not the fault of a service: %s', (error) => {
  expect(isUnavailable(error)).toBe(false);
});

describe('a lost connection to the database', () => {
  const marked = new Error('read ECONNRESET');
  markUnavailable(marked);

  test.each([
    postgresError('57P01'),
    postgresError('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    marked,
    new Error('The file was not saved', { cause: marked }),
  ])('%s', (error) => {
    expect(isConnectionLost(error)).toBe(true);
  });

  test.each([
    ...['40P01', '53100', '55P03', '57014', '23505'].map(postgresError),
    errorWith('SQLITE_BUSY'),
    errorWith('ENOSPC'),
    new AppError('storage-full', 'The storage is full.', { cause: marked }),
    undefined,
  ])('an answer of the database is none: %s', (error) => {
    expect(isConnectionLost(error)).toBe(false);
  });
});

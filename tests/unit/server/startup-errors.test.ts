import { expect, test } from 'vitest';
import { ConfigError, cannotListen, databaseError } from '../../../src/server/startup-errors.ts';

const fault = (code: string): Error => Object.assign(new Error('as it was said'), { code });

test.each([
  ['SQLITE_CANTOPEN', 'belong to the user'],
  ['SQLITE_READONLY_DIRECTORY', 'belong to the user'],
  ['SQLITE_IOERR_WRITE', 'full or broken'],
  ['EACCES', 'belong to the user'],
  ['EROFS', 'not to be written'],
  ['28P01', 'the user and the password'],
  ['28000', 'the user and the password'],
  ['3D000', 'createdb'],
  ['42501', 'the owner'],
  ['42P07', 'another program’s'],
  ['53300', 'max_connections'],
  ['57P03', 'wait until'],
  ['25006', 'standby'],
])('a database that fails with %s: what it is, why, and what to do', (code, advice) => {
  const { message } = databaseError('that one', fault(code), 'relay');
  expect(message).toContain('that one cannot be used: as it was said; ');
  expect(message).toContain(advice);
});

test('the causes of an error are in its message, in one line', () => {
  const caused = new Error('the database could not be migrated', { cause: fault('SQLITE_FULL') });
  const { message } = databaseError('that one', caused, 'relay');
  expect(message).toBe(
    'that one cannot be used: the database could not be migrated: as it was said; make room on its disk',
  );
  expect(databaseError('that one', new Error('one\nother'), 'relay').message).toBe(
    'that one cannot be used: one other',
  );
  expect(databaseError('', new AggregateError([fault('ECONNREFUSED')], ''), 'relay').message).toContain(
    'start PostgreSQL',
  );
});

test('what is explained already, and a wrong setting, stay as they are', () => {
  for (const error of [databaseError('that one', fault('EACCES'), 'relay'), new ConfigError('RELAY_MASTER_KEY: x')]) {
    expect(databaseError('another', error, 'relay')).toBe(error);
  }
});

test.each([
  ['EACCES', 'above 1023'],
  ['EADDRNOTAVAIL', 'RELAY_HOST'],
  ['ENOTFOUND', 'RELAY_HOST'],
])('a port that cannot be had, %s, is reported with what to do', (code, advice) => {
  const { message } = cannotListen('127.0.0.1', 80, fault(code), 'relay');
  expect(message).toContain('Cannot listen on 127.0.0.1:80: as it was said; ');
  expect(message).toContain(advice);
});

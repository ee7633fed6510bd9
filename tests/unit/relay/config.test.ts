import { expect, test } from 'vitest';
import { readConfig } from '../../../src/relay/config.ts';
import { ConfigError } from '../../../src/relay/config-error.ts';

test.each([
  [{ RELAY_PORT: 'x' }, 'RELAY_PORT'],
  [{ RELAY_PORT: '70000' }, 'RELAY_PORT'],
  [{ RELAY_PUBLIC_URL: 'ftp://x' }, 'RELAY_PUBLIC_URL'],
  [{ RELAY_MASTER_KEY: 'short' }, 'RELAY_MASTER_KEY'],
  [{ RELAY_DATABASE_URL: 'postgres://u:p@x' }, 'names no database'],
  [{ RELAY_DATABASE_URL: 'postgres://u:p@x@/y/#' }, 'RELAY_DATABASE_URL'],
  [{ RELAY_DATABASE_URL: 'mysql://x' }, 'RELAY_DATABASE_URL'],
])('names what is wrong with %j, and repeats nothing of it', (wrong, named) => {
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  expect(() => readConfig(wrong)).toThrow(named);
  expect(() => readConfig(wrong)).not.toThrow(/u:p@|short/);
});

test('names all that is wrong at once', () => {
  const wrong = { RELAY_PORT: 'x', RELAY_MASTER_KEY: 'short' };
  expect(() => readConfig(wrong)).toThrow(/RELAY_PORT[\s\S]*RELAY_MASTER_KEY/);
});

test('an empty setting counts as not set', () => {
  expect(readConfig({ RELAY_PORT: '', RELAY_PUBLIC_URL: '' })).toMatchObject({ port: 8787, publicUrl: null });
});

import { Client } from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/relay/cli/config.ts';
import { ConfigError } from '../../../../src/server/startup-errors.ts';
import { blockAfter, operatorsFile, operatorsPage } from '../../../support/relay.ts';

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

const hostile = [
  ' ',
  '-1',
  '1e3',
  '0x10',
  '1.5',
  '+5',
  '12abc',
  ' 80',
  '80\n',
  '9'.repeat(20),
  'Infinity',
  'NaN',
  'true',
];
const key = 'a'.repeat(64);

test.each([
  ...['RELAY_PORT', 'RELAY_KEEP_ACKED_DAYS', 'RELAY_KEEP_UNACKED_DAYS'].map((name) => [name, hostile] as const),
  ['RELAY_PORT', ['65536']],
  ['RELAY_KEEP_ACKED_DAYS', ['0', '36501']],
  [
    'RELAY_HOST',
    [' ', '0', '-1', '[::1]', 'http://127.0.0.1', '127.0.0.1:80', '127.0.0.1 ', '256.1.1.1', '1.2.3', '*'],
  ],
  ['RELAY_PUBLIC_URL', [' ', '0', 'x.example', '//x', 'https://', 'https:x.example', 'https://x y', 'https://x:99999']],
  ['RELAY_PUBLIC_URL', ['https://u:not-said@x', 'https://x/?a=b', 'https://x/?', 'https://x/#f', 'https://x/ ']],
  ['RELAY_DATABASE_URL', [' ', '0', 'x', 'file:x', 'SQLITE:x', 'sqlite:', 'sqlite: ', 'sqlite: x', 'sqlite::memory:']],
  ['RELAY_DATABASE_URL', ['sqlite://x/y', 'sqlite:x/', 'sqlite:/', 'sqlite:x?mode=ro', 'sqlite:x\n', 'sqlite:x\0y']],
  ['RELAY_DATABASE_URL', ['postgres:///d', 'postgres://u:not-said@h', 'postgres://u:not-said@h:99999/d']],
  ['RELAY_DATABASE_URL', ['mysql://u:not-said@h/d', 'postgres:u:not-said@h/d', ' postgres://u:not-said@h/d']],
  ['RELAY_DATABASE_URL', ['postgres://u:p@h/d?sslmode=verify-full&sslmode=disable']],
  ['RELAY_DATABASE_URL', ['postgres://u:p@h/d?sslmode=verify_full', 'postgres://u:p@h/d?sslmod=verify-full']],
  ['RELAY_MASTER_KEY', [' ', '0', key.slice(1), `${key}a`, `0x${key.slice(2)}`, 'g'.repeat(64), `${key}\n`]],
  ['RELAY_TRUST_PROXY', [' ', '0', '1', 'true', '*', 'NONE', 'loopback,', '1.2.3.4/33', '1.2.3.4/', '10.0.0.0/8,none']],
  ['RELAY_TRUST_PROXY', ['1.2.3.4/0', '::/0', '1.2.3.4/255.255.255.0']],
] as const)('names %s, once and with nothing of its value, whatever is wrong with it: %j', (name, values) => {
  for (const value of values) {
    const fault = faultOf({ RELAY_MASTER_KEY: key, [name]: value });
    expect([value, fault.split('\n').map((line) => line.split(':')[0])]).toEqual([value, [name]]);
    expect(fault).not.toContain('not-said');
  }
});

const faultOf = (env: Record<string, string>): string => {
  try {
    return `taken: ${JSON.stringify(readConfig(env))}`;
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not as a setting: ${String(error)}`;
  }
};

test('takes what is right', () => {
  for (const url of [
    'sqlite:a b.db',
    'sqlite:/x/y.db',
    'sqlite:///x/y.db',
    'postgres://u:p%40@[::1]:5432/d?sslmode=require',
  ]) {
    expect(readConfig({ RELAY_DATABASE_URL: url, RELAY_MASTER_KEY: key }).masterKey).toBe(key);
  }
  for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']) {
    expect(readConfig({ RELAY_HOST: host }).host).toBe(host);
  }
  for (const host of ['fe80::1%eth0', '10.0.0.5', 'relay-1.inside_example.com']) {
    expect(readConfig({ RELAY_HOST: host, RELAY_PUBLIC_URL: 'https://x.example' }).host).toBe(host);
    const named = faultOf({ RELAY_HOST: host });
    expect(named).toContain('RELAY_PUBLIC_URL: is missing');
    expect(named).toContain('RELAY_ALLOW_INSECURE_PUBLIC_URL=true');
    expect(readConfig({ RELAY_HOST: host, RELAY_ALLOW_INSECURE_PUBLIC_URL: 'true' }).host).toBe(host);
  }
  expect(readConfig({ RELAY_PORT: '0', RELAY_PUBLIC_URL: 'https://x.example:8443/sub/' })).toMatchObject({
    port: 0,
    publicUrl: 'https://x.example:8443/sub',
  });
  for (const proxies of ['loopback, 203.0.113.0/24', '::1', '::ffff:1.2.3.4/128']) {
    expect(readConfig({ RELAY_TRUST_PROXY: proxies }).trustProxy).toBe(proxies);
  }
});

test('a misspelt setting is named with the one that is meant, without its value; other names are ignored', () => {
  const fault = faultOf({
    RELAY_DATABSE_URL: 'postgres://u:not-said@h/d',
    relay_port: '1',
  });
  expect(fault).toContain('RELAY_DATABSE_URL: is no setting of the relay; is RELAY_DATABASE_URL meant?');
  expect(fault).toContain('relay_port: is no setting of the relay; is RELAY_PORT meant?');
  expect(fault).not.toContain('not-said');
  for (const name of ['RELAY_DB_URL', 'RELAY_DATABASE', 'RELAY_DATABASE_UR']) {
    expect(faultOf({ [name]: 'x' })).toContain('is RELAY_DATABASE_URL meant?');
  }
  for (const name of ['RELAY_URL', 'RELAY_HOME', 'RELAY_LOG', 'RELAY_MODE', 'RELAY_PUBLIC_IP']) {
    expect(readConfig({ [name]: 'x' }).port).toBe(8787);
  }
  expect(
    readConfig({ KONTER_RELAY_URL: 'x', PATH: 'x', RELAY_SERVICE_HOST: '10.0.0.1', RELAY_DATABSE_URL: '' }).port,
  ).toBe(8787);
});

const masterKey = 'ab'.repeat(32);

test.each([
  ['RELAY_PUBLIC_URL', 'http://relay.example.com', 'RELAY_ALLOW_INSECURE_PUBLIC_URL'],
  ['RELAY_PUBLIC_URL', 'http://192.168.1.2:8787', 'RELAY_ALLOW_INSECURE_PUBLIC_URL'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@db.example/d', 'RELAY_ALLOW_INSECURE_DATABASE'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@db.example/d?sslmode=disable', 'RELAY_ALLOW_INSECURE_DATABASE'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@db.example/d?ssl=0', 'RELAY_ALLOW_INSECURE_DATABASE'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@127.0.0.1/d?host=10.0.0.1', 'RELAY_ALLOW_INSECURE_DATABASE'],
])('%s is refused as %s, which goes over a network in the clear, unless %s is true', (name, value, allow) => {
  const set = { RELAY_MASTER_KEY: masterKey, [name]: value };
  expect(faultOf(set)).toContain(`${name}: is`);
  expect(faultOf(set)).toContain(`${allow}=true`);
  expect(faultOf({ ...set, [allow]: 'false' })).toContain(`${name}: is`);
  expect(readConfig({ ...set, [allow]: 'true' }).masterKey).toBe(masterKey);
});

test.each([
  ['RELAY_PUBLIC_URL', 'http://127.0.0.1:8787'],
  ['RELAY_PUBLIC_URL', 'http://[::1]:8787'],
  ['RELAY_PUBLIC_URL', 'http://localhost'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@localhost/d'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@[::1]/d'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/d'],
  ['RELAY_DATABASE_URL', 'postgres://u:p@db.example/d?sslmode=verify-full'],
])('%s may be %s', (name, value) => {
  expect(readConfig({ RELAY_MASTER_KEY: masterKey, [name]: value }).masterKey).toBe(masterKey);
});

test('the database of one server, as the page has it, is reached by the unit’s own user without a password', () => {
  const [url = ''] = /postgres:\/\/[^`\s]*host=[^`\s]*/.exec(operatorsPage) ?? [];
  expect(readConfig({ RELAY_MASTER_KEY: masterKey, RELAY_DATABASE_URL: url }).database).toEqual({
    engine: 'postgres',
    url,
  });
  const { host, user, database, password } = new Client(url);
  expect({ host, user, database, password: password ?? null }).toEqual({
    host: '/var/run/postgresql',
    user: 'konter-relay',
    database: 'konter_relay',
    password: null,
  });
  expect(operatorsFile('server/konter-relay.service')).toContain(`\nUser=${user}\n`);
  const commands = blockAfter('## PostgreSQL');
  expect(commands).toContain(`createuser ${user}\n`);
  expect(commands).toContain(`--owner=${user} --encoding=UTF8 ${database}\n`);
  expect(commands).not.toContain('pwprompt');
});

test('says in one go what is wrong, what there is not, and that PostgreSQL asks for the key', () => {
  const wrong = {
    RELAY_PORT: '1e3',
    RELAY_HOSTS: 'x',
    RELAY_DATABASE_URL: 'postgres://u:p@h/d',
    RELAY_KEEP_ACKED_DAYS: '0',
  };
  const named = faultOf(wrong)
    .split('\n')
    .map((line) => line.split(':')[0]);
  expect(new Set(named)).toEqual(
    new Set(['RELAY_HOSTS', 'RELAY_DATABASE_URL', 'RELAY_KEEP_ACKED_DAYS', 'RELAY_MASTER_KEY', 'RELAY_PORT']),
  );
});

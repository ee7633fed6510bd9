import { expect, it } from 'vitest';
import { EnvironmentError, readEnvironment } from '../../../src/main/settings/managed-settings.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';

function faultOf(env: Record<string, string>): EnvironmentError {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof EnvironmentError) return error;
  }
  throw new Error('no fault');
}

it.each([
  ['KONTER_PROVIDER_URL', 'https://user:geheim@provider.example/v1'],
  ['KONTER_PROVIDER_URL', 'https:user:geheim@provider.example/v1'],
  ['KONTER_PROVIDER_URL', String.raw`https:\\user:geheim@provider.example/v1`],
  ['KONTER_PROVIDER_URL', 'https://provider.example/v1?key=geheim'],
  ['KONTER_PROVIDER_URL', 'https://provider.example/geheim'],
  ['KONTER_PROVIDER_URL', 'https://v1'],
  ['KONTER_PROVIDER_URL', 'http://geheim.example/v1'],
  ['KONTER_PROVIDER_URL', 'geheim'],
  ['KONTER_PROVIDER_HEADERS', '{"Authorization": "geheim'],
  ['KONTER_PROVIDER_HEADERS', '{"Host": "geheim"}'],
  ['KONTER_PROVIDER_HEADERS', '{"X-Key": "geheim\\n"}'],
  ['KONTER_PROVIDER_HEADERS', '{"X-Key": 7, "geheim": 1}'],
  ['KONTER_PROVIDER_HEADERS', '["geheim"]'],
  ['KONTER_SECRET_KEY', 'geheim'.repeat(100)],
  ['KONTER_RELAY_URL', 'http://geheim.example'],
  ['KONTER_RELAY_TOKEN', 'geheim'.repeat(100)],
  ['KONTER_TIME_ZONE', 'geheim/Nowhere'],
  ['KONTER_PROVIDER_TIME_ZONE', 'geheim'],
  ['KONTER_PRINTER', 'tcp://geheim:9100'],
  ['KONTER_PRINTER', 'tcp://geheim:9100?columns=40'],
  ['KONTER_PRINTER', 'tcp://geheim:9100?columns=32&id=geheim&name=geheim&x=geheim'],
  ['KONTER_PRINTER', 'http://geheim:9100?columns=32'],
  ['KONTER_PRINTER', 'geheim'],
])('a wrong %s is named, and its value is not', (name, value) => {
  const fault = faultOf({ [name]: value });
  expect(fault.variables).toEqual([name]);
  expect(fault.message).toContain(name);
  expect(fault.message).not.toContain('geheim');
});

it('every wrong variable is named at once', () => {
  expect(faultOf({ KONTER_RELAY_URL: 'x', KONTER_TIME_ZONE: 'y' }).variables).toEqual([
    'KONTER_RELAY_URL',
    'KONTER_TIME_ZONE',
  ]);
});

it('a counter with a wrong variable does not open, and lets go of the folder', async () => {
  await expect(appWorld({ env: { KONTER_PROVIDER_URL: 'x' } })).rejects.toBeInstanceOf(EnvironmentError);
});

it.each(['http://127.0.0.1:8080/v1', 'http://localhost/v1', 'http://[::1]:1/v1', 'https://provider.example/api/v1/'])(
  'takes %s for an address of the payment service',
  (url) => {
    expect(readEnvironment({ KONTER_PROVIDER_URL: url }).settings.get('provider.url')).toBe(url.replace(/\/$/, ''));
  },
);

it('keeps an address as it is understood', () => {
  const { settings } = readEnvironment({
    KONTER_PROVIDER_URL: ' HTTPS://Provider.Example/v1/ ',
    KONTER_RELAY_URL: 'https:relay.example/konter//',
  });
  expect([settings.get('provider.url'), settings.get('relay.url')]).toEqual([
    'https://provider.example/v1',
    'https://relay.example/konter',
  ]);
});

const env = {
  KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
  KONTER_SECRET_KEY: 'from-outside',
  KONTER_RELAY_TOKEN: 'token-from-outside',
  KONTER_PROVIDER_TIME_ZONE: 'Asia/Makassar',
};

it('stands over what was saved, is shown as locked, and shows no secret', async () => {
  const { call } = await appWorld({ env, secrets: memorySecrets(new Map([['secretKey', 'saved']])) });
  const view = await call('settings.get');
  expect(view).toMatchObject({
    ok: true,
    value: {
      settings: { provider: { url: 'http://127.0.0.1:9/v1', timeZone: 'Asia/Makassar' }, timeZone: 'Asia/Jakarta' },
      secrets: { secretKey: true, relayToken: true, providerHeaders: false, supervisorPin: false },
      locked: ['provider.url', 'provider.timeZone', 'secretKey', 'relayToken'],
      mode: 'live',
    },
  });
  expect(JSON.stringify(view)).not.toMatch(/outside|saved/);
});

it.each([
  ['provider.url', { provider: { url: 'https://other.example/v1' } }],
  ['provider.timeZone', { provider: { timeZone: 'Asia/Jakarta' } }],
  ['secretKey', { secrets: { secretKey: 'mine' } }],
  ['relayToken', { secrets: { relayToken: null } }],
])('cannot be overridden by saving %s', async (field, change) => {
  const { call } = await appWorld({ env });
  expect(await call('settings.save', change)).toMatchObject({
    ok: false,
    error: { code: 'not_allowed', reason: 'managed_setting', fields: [field] },
  });
});

it('is not written into the saved settings', async () => {
  const { app, call, dataDir } = await appWorld({ env });
  await call('settings.save', { language: 'en' });
  await app.close();
  const second = await appWorld({ dataDir });
  expect(await second.call('settings.get')).toMatchObject({
    value: { settings: { language: 'en', provider: { url: null } }, locked: [] },
  });
});

it.each([
  ['tcp://192.168.1.50:9100?columns=32', '192.168.1.50', 9100, 'escpos', 32],
  ['tcp://printer.toko?columns=48', 'printer.toko', 9100, 'escpos', 48],
  ['tcp://[::1]:9101?columns=42&language=starprnt', '::1', 9101, 'starprnt', 42],
])('takes %s for the shop’s printer, and its columns as they are named', (text, host, port, language, columns) => {
  expect(readEnvironment({ KONTER_PRINTER: text }).settings.get('printers')).toMatchObject([
    { transport: { kind: 'tcp', host, port }, language, columns },
  ]);
});

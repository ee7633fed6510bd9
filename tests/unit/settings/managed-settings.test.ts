import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLiveConfig } from '../../../src/main/settings/live-config.ts';
import {
  EnvironmentError,
  ManagedSettingsError,
  machineWidePath,
  managedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from '../../../src/main/settings/managed-settings.ts';
import { Settings } from '../../../src/shared/contract/settings.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

describe('settings from the environment', () => {
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
});

describe('settings of a fleet', () => {
  function fleetFile(content: unknown, mode = 0o600): string {
    const path = join(temporaryFolder(), 'fleet.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(path, mode);
    return path;
  }

  const opened = (content: unknown, more: Parameters<typeof appWorld>[0] = {}) =>
    appWorld({ fleet: { path: fleetFile(content), named: true }, ...more });

  describe('the fleet’s file', () => {
    it('fixes settings: they win over what is saved, are named as locked, and cannot be changed', async () => {
      const { call } = await opened({ fixed: { billFee: 2500, relay: { url: 'https://relay.example' } } });
      const view = (await call('settings.get')).value;
      expect(view.settings).toMatchObject({ billFee: 2500, relay: { url: 'https://relay.example', mailbox: null } });
      expect(view.locked).toEqual(['billFee', 'relay.url']);
      expect(await call('settings.save', { billFee: 0 })).toMatchObject({
        error: { code: 'not_allowed', reason: 'managed_setting', fields: ['billFee'] },
      });
      // A form that sends everything it shows changes nothing of what is fixed.
      expect(await call('settings.save', { billFee: 2500, inquiryMinutes: 20 })).toMatchObject({
        value: { settings: { billFee: 2500, inquiryMinutes: 20 } },
      });
    });

    it('gives defaults: what the shop sets itself stays, what it leaves follows the file', async () => {
      const defaults = { language: 'en', overdueMinutes: 30, shop: { footer: 'Terima kasih' } } as const;
      const first = await opened({ defaults });
      await first.call('settings.save', { overdueMinutes: 45 });
      await first.app.close();
      const later = { language: 'id', overdueMinutes: 5, shop: { footer: 'Sampai jumpa' } };
      const second = await opened({ defaults: later }, { dataDir: first.dataDir });
      const { settings, locked } = (await second.call('settings.get')).value;
      expect(settings).toMatchObject({
        language: 'id',
        overdueMinutes: 45,
        shop: { footer: 'Sampai jumpa', name: '' },
      });
      expect(locked).toEqual([]);
    });

    it('of the machine is final: the environment changes nothing that it says', async () => {
      const fixed = { relay: { url: 'https://from.file' } };
      const place = { path: fleetFile({ fixed, secrets: { secretKey: 'of-the-file' } }), named: false };
      const env = {
        KONTER_RELAY_URL: 'https://from.environment',
        KONTER_SECRET_KEY: 'of-the-environment',
        KONTER_RELAY_MAILBOX: 'm',
      };
      const config = await readLiveConfig(
        Settings.parse({}),
        readEnvironment(env),
        memorySecrets(),
        await readManagedSettings(place),
      );
      expect(config.settings.relay).toEqual({ url: 'https://from.file', mailbox: 'm' });
      expect(config.secretKey).toBe('of-the-file');
    });

    it('that was named stands below the environment, and its secrets go to no other address', async () => {
      const fixed = { relay: { url: 'https://from.file' } };
      const env = { KONTER_RELAY_URL: 'https://from.environment' };
      const { call } = await opened({ fixed, secrets: { relayToken: 'geheim' } }, { env });
      expect((await call('settings.get')).value).toMatchObject({
        settings: { relay: { url: 'https://from.environment' } },
        secrets: { relayToken: false },
      });
    });

    it('brings secrets, which are shown as set and locked, and written nowhere', async () => {
      const secrets = { secretKey: 'geheim-1', relayToken: 'geheim-2', providerHeaders: { 'X-Key': 'geheim-3' } };
      const { call, dataDir } = await opened({ secrets });
      const view = (await call('settings.save', { billFee: 1 })).value;
      expect(view.secrets).toMatchObject({ secretKey: true, relayToken: true, providerHeaders: true });
      expect(view.locked).toEqual(['secretKey', 'relayToken', 'providerHeaders']);
      expect(await call('settings.save', { secrets: { relayToken: 'mine' } })).toMatchObject({
        error: { reason: 'managed_setting', fields: ['relayToken'] },
      });
      expect(readFileSync(join(dataDir, 'settings.json'), 'utf8') + JSON.stringify(view)).not.toContain('geheim');
    });

    it('makes a live counter of a fresh folder, which never practises by mistake', async () => {
      const { app } = await opened({ fixed: { provider: { url: 'https://provider.example/v1' } } });
      expect(app.mode()).toBe('live');
    });

    it.each([
      ['is not JSON', '{', 'is not JSON'],
      ['names what is no setting', { fixed: { colour: 'red' } }, 'fixed.colour: no such setting'],
      [
        'has a wrong value',
        { fixed: { provider: { url: 'https://x.example/v2' } } },
        'fixed.provider.url: must end in /v1',
      ],
      ['tries to set a PIN', { fixed: { supervisorPin: { next: '1234' } } }, 'fixed.supervisorPin: no such setting'],
      ['has a part that is unknown', { forced: {} }, 'forced: no such setting'],
    ])('that %s stops the start, and the error names it', async (_how, content, words) => {
      const fault = await opened(content).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(ManagedSettingsError);
      expect(String(fault)).toContain(words);
    });

    it('with a secret in a wrong place does not say the secret', async () => {
      const fault = await opened({ secrets: { secretKey: '', token: 'geheim' } }).catch(String);
      expect(fault).toContain('secrets.token: no such setting');
      expect(fault).not.toContain('geheim');
    });

    it.skipIf(process.platform === 'win32')('that holds secrets and is open to everybody is refused', async () => {
      const path = fleetFile({ secrets: { relayToken: 'geheim' } }, 0o644);
      await expect(readManagedSettings({ path, named: true })).rejects.toThrow('everybody can read it');
      chmodSync(path, 0o640);
      await expect(readManagedSettings({ path, named: true })).resolves.toMatchObject({
        secrets: { relayToken: 'geheim' },
      });
    });

    it('that somebody named must be there; the one of the machine need not', async () => {
      const path = join(temporaryFolder(), 'none.json');
      await expect(readManagedSettings({ path, named: true })).rejects.toThrow(path);
      await expect(readManagedSettings({ path, named: false })).resolves.toMatchObject({ fixed: {}, defaults: {} });
    });

    it('is looked for in one place for the machine, then where the command line says, then the environment', () => {
      const env = { KONTER_SETTINGS: '/env.json' };
      const none = join(temporaryFolder(), 'none.json');
      expect(managedSettingsPath('/argv.json', env, none)).toEqual({ path: '/argv.json', named: true });
      expect(managedSettingsPath(undefined, env, none)).toEqual({ path: '/env.json', named: true });
      expect(managedSettingsPath(undefined, {}, none)).toEqual({ path: none, named: false });
      const path = fleetFile({});
      expect(managedSettingsPath('/argv.json', env, path)).toEqual({ path, named: false, ignored: '/argv.json' });
      expect(managedSettingsPath(undefined, env, path)).toEqual({ path, named: false, ignored: '/env.json' });
      expect(machineWidePath('linux')).toBe('/etc/konter/settings.json');
      expect(machineWidePath('win32')).toBe(String.raw`C:\ProgramData\Konter\settings.json`);
    });
  });
});

describe('a margin of the fleet', () => {
  const rupiah = { margin: { kind: 'rupiah', amount: 1500 }, rounding: 500 } as const;
  const percent = { margin: { kind: 'percent', hundredths: 750 }, rounding: 100 } as const;

  const opened = (content: object, dataDir = temporaryFolder()) => {
    const path = join(temporaryFolder(), 'fleet.json');
    writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
    return appWorld({ fleet: { path, named: true }, dataDir });
  };

  it('a margin that the fleet fixes takes the place of one of another kind, and no half of it can be changed', async () => {
    const { call } = await opened({ fixed: { pricing: percent } });
    const view = (await call('settings.get')).value;
    expect(view.settings.pricing).toEqual(percent);
    expect(view.locked).toEqual(['pricing.margin', 'pricing.rounding']);
    expect(await call('settings.save', { pricing: { ...percent, margin: rupiah.margin } })).toMatchObject({
      error: { reason: 'managed_setting', fields: ['pricing.margin'] },
    });
  });

  it('a margin that the shop set is kept whole beside a default of another kind', async () => {
    const first = await opened({ defaults: { pricing: rupiah } });
    await first.call('settings.save', { pricing: percent, billFee: 750 });
    await first.app.close();
    const second = await opened({ defaults: { pricing: { ...rupiah, rounding: 100 } } }, first.dataDir);
    expect((await second.call('settings.get')).value.settings).toMatchObject({ pricing: percent, billFee: 750 });
    expect(readdirSync(first.dataDir)).not.toContain('settings.json.unreadable');
  });
});

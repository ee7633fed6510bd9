import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLiveConfig } from '../../../src/main/settings/live-config.ts';
import {
  ManagedSettingsError,
  machineWidePath,
  managedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from '../../../src/main/settings/managed-settings.ts';
import { Settings } from '../../../src/shared/contract/settings.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

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
    expect(settings).toMatchObject({ language: 'id', overdueMinutes: 45, shop: { footer: 'Sampai jumpa', name: '' } });
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

import { describe, expect, it } from 'vitest';
import { flatten, readEnvironment } from '../../../../src/main/settings/managed-settings.ts';
import { auditableChanges, needsPin } from '../../../../src/main/settings/settings-service.ts';
import { permissionsFor } from '../../../../src/main/staff/authorize.ts';
import staff from '../../../../src/renderer/i18n/id/staff.json';
import { secretTable } from '../../../../src/shared/contract/setting-table.ts';
import {
  FleetSettings,
  Settings,
  SettingsChange,
  settingRow,
  settingRows,
} from '../../../../src/shared/contract/settings.ts';

const defaults = Settings.parse({});
const named = (column: 'pin' | 'audit' | 'env', value: unknown): string[] =>
  settingRows.filter((row) => row[column] === value).map(({ name }) => name);

describe('the table of settings', () => {
  it('has a row for every setting, and its default is one that may be saved', () => {
    for (const name of flatten(defaults).keys()) expect(settingRow(name), name).toBeDefined();
    expect(Settings.parse(JSON.parse(JSON.stringify(defaults)))).toEqual(defaults);
    for (const { name, schema, initial } of settingRows) expect(schema.parse(initial), name).toEqual(initial);
  });

  it('says which settings move or guard money: they need the PIN and stand in the audit log', () => {
    expect(named('pin', true)).toEqual([
      'copiesLimit',
      'qris.code',
      'qris.triedCode',
      'provider.refusalWords',
      'twoPeople',
      'shiftsRequired',
      'drawerCount',
      'verifierUrl',
      'maskAfterDays',
      'autoLockMinutes',
      'kiosk',
    ]);
    expect(named('audit', 'none')).toEqual([
      'language',
      'theme',
      'shop.name',
      'shop.address',
      'shop.phone',
      'shop.footer',
      'paper',
      'sounds',
      'display',
    ]);
    for (const { name, pin, audit, permission } of settingRows.filter((row) => row.pin)) {
      expect([pin, audit === 'none', permission], name).toEqual([true, false, 'settingsConnection']);
    }
  });

  it('gives the environment its fixed names', () => {
    const variables = [...settingRows.map(({ env }) => env), ...Object.values(secretTable).map(({ env }) => env)];
    expect(new Set(variables.filter((name) => name))).toEqual(
      new Set([
        'KONTER_PRINTER',
        'KONTER_PROVIDER_HEADERS',
        'KONTER_PROVIDER_TIME_ZONE',
        'KONTER_PROVIDER_URL',
        'KONTER_RELAY_MAILBOX',
        'KONTER_RELAY_TOKEN',
        'KONTER_RELAY_URL',
        'KONTER_SECRET_KEY',
        'KONTER_TIME_ZONE',
      ]),
    );
    const { settings, secrets } = readEnvironment({ KONTER_TIME_ZONE: 'Asia/Jayapura', KONTER_SECRET_KEY: 'k' });
    expect([[...settings], secrets]).toEqual([[['timeZone', 'Asia/Jayapura']], { secretKey: 'k' }]);
  });

  it('asks for the permission of each part that a change touches, and for the owner’s where it is no setting', () => {
    const needs = (change: SettingsChange): unknown => permissionsFor('settings.save', change);
    expect(needs({ language: 'en', pin: '1234' })).toEqual(['settingsScreen']);
    expect(needs({ shop: { name: '', address: '', phone: '', footer: '' }, theme: 'dark' })).toEqual([
      'settingsShop',
      'settingsScreen',
    ]);
    expect(needs({ provider: {} })).toEqual(['settingsConnection']);
    expect(needs({ billFee: 1, secrets: { secretKey: 'k' } })).toEqual(['settingsShop', 'settingsConnection']);
    expect(needs({ leaveOrders: true })).toEqual([]);
  });

  it('is what a change is checked by', () => {
    expect(needsPin({ provider: { url: null } })).toBe(false);
    expect(needsPin({ provider: { refusalWords: [] } })).toBe(true);
    expect(SettingsChange.safeParse({ backup: { folder: null, encrypt: true } }).success).toBe(false);
    expect(SettingsChange.safeParse({ updates: { url: null } }).success).toBe(false);
    expect(FleetSettings.safeParse({ shop: { name: 'Toko' } }).success).toBe(true);
    expect(FleetSettings.safeParse({ pin: '1234' }).success).toBe(false);
  });

  it('says what the audit log holds of a change', () => {
    const change: SettingsChange = {
      theme: 'dark',
      billFee: 500,
      provider: { url: 'https://provider.example/v1', refusalWords: ['tolak'] },
      secrets: { secretKey: 'k' },
      supervisorPin: { next: '1234' },
    };
    expect(auditableChanges(change, defaults)).toEqual([
      { name: 'billFee', was: 0, now: 500 },
      { name: 'provider.url', was: null },
      { name: 'provider.refusalWords', was: defaults.provider.refusalWords, now: ['tolak'] },
      { name: 'secretKey' },
      { name: 'supervisorPin' },
    ]);
  });

  it('has a word for everything that the audit log names', () => {
    const logged = settingRows.filter(({ audit }) => audit !== 'none').map(({ name }) => name.split('.')[0] ?? '');
    const words = new Set(Object.keys(staff.people.settings.named));
    expect([...new Set([...logged, ...Object.keys(secretTable)])].filter((name) => !words.has(name))).toEqual([]);
  });
});

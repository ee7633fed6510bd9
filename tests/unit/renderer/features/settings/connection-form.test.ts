import { describe, expect, it } from 'vitest';
import {
  checkStates,
  codeChange,
  codeForm,
  connectionChange,
  connectionForm,
  connectionTyped,
  dayOf,
  emptyCode,
  endOfDay,
  noResults,
  previewCode,
} from '../../../../../src/renderer/features/settings/connection-form.ts';
import { Settings, SettingsChange } from '../../../../../src/shared/contract/settings.ts';
import { type ConnectionCode, writeConnectionCode } from '../../../../../src/shared/wire/connection-code.ts';

const now = Date.parse('2026-11-20T17:30:00.000Z');

describe('the last day of an old key', () => {
  it('ends at the shop’s midnight, not at that of the computer', () => {
    expect(endOfDay('2026-11-21', 'Asia/Jakarta')).toBe('2026-11-21T16:59:59.000Z');
    expect(endOfDay('2026-11-21', 'Asia/Jayapura')).toBe('2026-11-21T14:59:59.000Z');
    expect(endOfDay('2026-11-01', 'America/New_York')).toBe('2026-11-02T04:59:59.000Z');
    expect(dayOf(now, 'Asia/Jakarta')).toBe('2026-11-21');
    expect(dayOf(now, 'Asia/Jakarta', 1)).toBe('2026-11-22');
  });

  const settings = Settings.parse({});
  const typed = { ...connectionTyped({ settings }, '2026-11-21'), secretKey: 'baru' };
  const view = (locked: string[], secretKey: boolean) => ({ settings, locked, secrets: { secretKey } });
  const form = connectionForm('2026-11-21', 'Asia/Jakarta');

  it('goes along with a key that replaces another, and only then', () => {
    const read = form.parse(typed);
    const replaced = connectionChange(read, view([], true));
    expect(replaced.secrets).toEqual({ secretKey: 'baru', retireOldKeyAt: '2026-11-21T16:59:59.000Z' });
    expect(SettingsChange.safeParse(replaced).success).toBe(true);
    expect(connectionChange(read, view([], false)).secrets).toEqual({ secretKey: 'baru' });
    expect(connectionChange(read, view(['secretKey'], true)).secrets).toEqual({});
  });

  it('cannot be a day that is over', () => {
    expect(form.safeParse({ ...typed, retireOn: '2026-11-20' }).success).toBe(false);
    expect(form.safeParse({ ...typed, retireOn: '' }).success).toBe(false);
  });
});

describe('the provider’s headers', () => {
  const typed = { ...connectionTyped({ settings: Settings.parse({}) }, '2026-11-21') };
  const form = connectionForm('2026-11-21', 'Asia/Jakarta');
  const read = (providerHeaders: string) => form.safeParse({ ...typed, providerHeaders }).data?.providerHeaders;

  it('are typed as a manual writes one, or as JSON', () => {
    expect(read(' Authorization: Bearer a:b ')).toEqual({ Authorization: 'Bearer a:b' });
    expect(read('{"X-Key":"a"}')).toEqual({ 'X-Key': 'a' });
    expect(read('')).toBeUndefined();
    for (const bad of ['Bearer abc', '{"X-Key":', 'Host: elsewhere']) {
      expect(form.safeParse({ ...typed, providerHeaders: bad }).success, bad).toBe(false);
    }
  });
});

describe('a connection code in the form', () => {
  const full: ConnectionCode = {
    relayUrl: 'https://relay.invalid',
    mailbox: 'm',
    token: 't',
    secretKey: 'k',
    provider: { url: 'https://one.invalid/v1', headers: { 'X-Key': 'h' } },
    shopKey: null,
  };
  const secrets = {
    providerHeaders: true,
    secretKey: true,
    relayToken: true,
    backupPassphrase: false,
    supervisorPin: false,
    secondPin: false,
  };
  const none = { settings: Settings.parse({}), secrets: { ...secrets, providerHeaders: false, secretKey: false } };
  const saved = {
    settings: Settings.parse({ provider: { url: 'https://one.invalid/v1' }, relay: { url: 'https://old.invalid' } }),
    secrets,
  };

  it('shows both addresses, and which of them change', () => {
    expect(previewCode(full, none)).toMatchObject({
      relayUrl: 'https://relay.invalid',
      providerUrl: 'https://one.invalid/v1',
      changes: { relay: false, mailbox: false, provider: false },
    });
    expect(previewCode({ ...full, provider: null }, saved)).toMatchObject({
      providerUrl: 'https://one.invalid/v1',
      changes: { relay: true, provider: false },
    });
  });

  it('shows that this counter would leave its mailbox, and nothing of that for a new token of its own', () => {
    const relay = { url: 'https://relay.invalid', mailbox: 'm' };
    const connected = { ...saved, settings: Settings.parse({ relay }) };
    const moves = ['m', 'of-another-counter'].map(
      (mailbox) => previewCode({ ...full, mailbox }, connected).changes.mailbox,
    );
    expect(moves).toEqual([false, true]);
  });

  it('asks for what it does not hold, and says that headers of another provider stay behind', () => {
    const bare = { ...full, secretKey: null, provider: null };
    expect(previewCode(bare, none).needs).toEqual({ providerUrl: true, secretKey: true, headers: true });
    expect(previewCode(bare, saved).needs).toEqual({ providerUrl: false, secretKey: false, headers: false });
    const other = { ...bare, provider: { url: 'https://two.invalid/v1', headers: null } };
    expect(previewCode(other, saved)).toMatchObject({
      changes: { provider: true },
      needs: { secretKey: true, headers: true },
      dropsHeaders: true,
    });
  });

  it('asks an office for nothing: it talks to the relay alone', () => {
    const bare = { ...full, secretKey: null, provider: null };
    expect(previewCode(bare, none, false).needs).toEqual({ providerUrl: false, secretKey: false, headers: false });
    const connectionCode = writeConnectionCode(bare) ?? '';
    expect(codeForm(none, false).safeParse({ ...emptyCode, connectionCode }).success).toBe(true);
  });

  it('is sent only with what it asks for', () => {
    const connectionCode = writeConnectionCode({ ...full, secretKey: null, provider: null }) ?? '';
    const form = codeForm(none);
    const paths = form.safeParse({ ...emptyCode, connectionCode }).error?.issues.map(({ path }) => path.join('.'));
    expect(paths).toEqual(['providerUrl', 'secretKey']);
    const typed = { connectionCode, providerUrl: 'https://one.invalid/v1', secretKey: 'k', providerHeaders: 'A: b' };
    const change = codeChange(form.parse({ ...emptyCode, ...typed }));
    expect(change).toEqual({
      connectionCode,
      provider: { url: 'https://one.invalid/v1' },
      secrets: { secretKey: 'k', providerHeaders: { A: 'b' } },
    });
    expect(SettingsChange.safeParse(change).success).toBe(true);
    expect(form.safeParse({ ...emptyCode, ...typed, connectionCode: connectionCode.slice(1) }).success).toBe(false);
  });
});

const nothing = { relay: false, provider: false, product: false };
const passed = { relay: true, provider: true, product: true };
const trial = (outcome: 'ok' | 'unreachable' | 'wrong_secret' | 'refused' | 'not_heard') => ({ outcome, tookMs: null });

it('nothing is passed before it was tested, and what passed earlier still is', () => {
  expect(checkStates(noResults, nothing)).toEqual({ relay: 'open', signature: 'open', provider: 'open' });
  expect(checkStates(noResults, passed)).toEqual({ relay: 'ok', signature: 'ok', provider: 'ok' });
});

it('a relay that is not reached says nothing of the signature', () => {
  const states = checkStates({ ...noResults, relay: trial('unreachable') }, passed);
  expect(states).toMatchObject({ relay: 'failed', signature: 'open' });
});

it.each(['wrong_secret', 'refused', 'not_heard'] as const)('a relay that answers %s was reached', (outcome) => {
  const states = checkStates({ ...noResults, relay: trial(outcome) }, nothing);
  expect(states).toMatchObject({ relay: 'ok', signature: 'failed' });
});

it('a product that the provider does not know is a failure, whatever it answered before', () => {
  const provider = { provider: 'no_product', relay: 'ok' } as const;
  expect(checkStates({ ...noResults, provider }, passed).provider).toBe('failed');
  expect(checkStates({ ...noResults, provider, running: 'provider' }, passed).provider).toBe('running');
});

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { createPinRateLimiter } from '../../../src/main/staff/pin-rate-limiter.ts';
import { createPinLock } from '../../../src/main/staff/pins.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { fastForward, virtualClock } from '../../support/fake-system.ts';
import { fastDerivePin } from '../../support/fast-parts.ts';
import { listenLocally } from '../../support/local-server.ts';
import { qrisPayload } from '../../support/qris.ts';

it('a save changes what it names and keeps the rest, also after a restart', async () => {
  const { app, call, dataDir } = await appWorld();
  await call('settings.save', { billFee: 3000, provider: { url: 'https://provider.example/v1' } });
  await call('settings.save', { language: 'en', provider: { connectTimeoutSeconds: 5 } });
  await app.close();
  const second = await appWorld({ dataDir });
  expect(await second.call('settings.get')).toMatchObject({
    value: {
      settings: {
        billFee: 3000,
        language: 'en',
        provider: { url: 'https://provider.example/v1', connectTimeoutSeconds: 5, answerTimeoutSeconds: 60 },
      },
    },
  });
});

it('a secret never reaches the file of settings nor the page', async () => {
  const { call, dataDir, secrets } = await appWorld();
  const change = {
    secrets: { secretKey: 'geheim-1', relayToken: 'geheim-2', providerHeaders: { 'X-Key': 'geheim-3' } },
  };
  const view = await call('settings.save', change);
  expect(view).toMatchObject({ value: { secrets: { secretKey: true, relayToken: true, providerHeaders: true } } });
  expect(JSON.stringify(view)).not.toContain('geheim');
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).not.toContain('geheim');
  expect(await secrets.read('secretKey')).toBe('geheim-1');
});

it('a fee that was saved stands on the next bill', async () => {
  const { call } = await appWorld();
  await call('settings.save', { billFee: 4000 });
  expect(await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
    ok: true,
    value: { fee: 4000 },
  });
});

it('training cannot be left before the live connection is complete', async () => {
  const { app, call } = await appWorld();
  expect(await call('mode.switch', { mode: 'live' })).toMatchObject({
    ok: false,
    error: { code: 'not_configured', fields: ['providerUrl', 'secretKey', 'relayUrl', 'relayMailbox', 'relayToken'] },
  });
  expect(app.mode()).toBe('training');
});

it('the words of a refusal are changed with the PIN, written into the log, and never mean anything but no', async () => {
  const { call } = await appWorld();
  await call('settings.save', { supervisorPin: { next: '4711' } });
  const change = { provider: { refusalWords: ['Gagal ', 'batal'] } };
  expect(await call('settings.save', change)).toMatchObject({ error: { code: 'not_allowed', reason: 'pin_needed' } });
  expect(await call('settings.save', { ...change, pin: '0000' })).toMatchObject({ error: { reason: 'wrong_pin' } });
  for (const word of ['', ' ', '00', '200', 'true', 'proses', 'Sukses', 'pending', 'diproses']) {
    const bad = { provider: { refusalWords: ['gagal', word] }, pin: '4711' };
    expect(await call('settings.save', bad)).toMatchObject({ error: { code: 'invalid_input' } });
  }
  expect(await call('settings.save', { ...change, pin: '4711' })).toMatchObject({
    value: { settings: { provider: { refusalWords: ['gagal', 'batal'] } } },
  });
  expect(await call('people.changes', { limit: 1 })).toMatchObject({
    value: {
      changes: [
        {
          settings: [
            {
              name: 'provider.refusalWords',
              was: ['error', 'failed', 'fail', 'gagal', 'rejected', 'ditolak', 'invalid'],
              now: ['gagal', 'batal'],
            },
          ],
        },
      ],
    },
  });
});

const complete = {
  provider: { url: 'http://127.0.0.1:9/v1' },
  relay: { url: 'http://127.0.0.1:9', mailbox: 'm' },
  secrets: { secretKey: 'k', relayToken: 't' },
};

it('live and training are two databases, and the page gets a reload event', async () => {
  const { app, call, events } = await appWorld();
  await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
  await call('settings.save', complete);
  expect(app.mode()).toBe('training');
  expect(await call('mode.switch', { mode: 'live' })).toEqual({ ok: true, value: {} });
  expect(events).toContainEqual({ type: 'reload' });
  expect(await call('transactions.search')).toMatchObject({ value: { items: [] } });
  await call('mode.switch', { mode: 'training' });
  expect(await call('transactions.search')).toMatchObject({ value: { items: [{ productCode: 'TSEL10' }] } });
});

it('saves and switches pressed side by side are done one after the other', async () => {
  const { app, call } = await appWorld();
  await call('settings.save', complete);
  await call('mode.switch', { mode: 'live' });
  const results = await Promise.all([
    call('settings.save', { provider: { connectTimeoutSeconds: 3 } }),
    call('mode.switch', { mode: 'training' }),
    call('settings.save', { provider: { connectTimeoutSeconds: 4 } }),
    call('mode.switch', { mode: 'live' }),
  ]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(await call('status')).toMatchObject({ ok: true, value: { mode: app.mode() } });
});

it('a counter that is closed while its connection is rebuilt lets go of the folder', async () => {
  const { app, call, dataDir } = await appWorld();
  await call('settings.save', complete);
  const switching = call('mode.switch', { mode: 'live' });
  await app.close();
  await switching;
  const second = await appWorld({ dataDir });
  expect(await second.call('status')).toMatchObject({ ok: true });
});

it('a counter that is closed does not wait for the answer that a new connection waits for', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  onTestFinished(() => void silent.close());
  const port = await listenLocally(silent);
  const { app, call } = await appWorld();
  await call('settings.save', { ...complete, provider: { url: `http://127.0.0.1:${port}/v1` } });
  await call('mode.switch', { mode: 'live' });
  const asking = call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
  await once(silent, 'connection');
  const saving = call('settings.save', { provider: { connectTimeoutSeconds: 3 } });
  await vi.waitFor(async () => expect(await call('pay', { id: 'x' })).toMatchObject({ error: { reason: 'closing' } }));
  await fastForward(() => app.close());
  expect(await saving).toMatchObject({ ok: true });
  silent.on('connection', (socket) => socket.destroy());
  for (const socket of sockets) socket.destroy();
  expect(await asking).toMatchObject({ ok: false });
});

it('a listener that throws stops neither a sale nor other listeners', async () => {
  const { app, call, events } = await appWorld();
  app.subscribe(() => {
    throw new Error('a page is gone');
  });
  expect(await call('order', { productCode: 'TSEL10', customerNo: '081234567890' })).toMatchObject({ ok: true });
  expect(events.some(({ type }) => type === 'transaction')).toBe(true);
});

describe('a new secret key', () => {
  it('leaves the one before valid for a day, and keeps it', async () => {
    const { call, secrets } = await appWorld();
    const before = Date.now();
    await call('settings.save', { secrets: { secretKey: 'first' } });
    expect(await secrets.read('oldSecretKeys')).toBeNull();
    await call('settings.save', { secrets: { secretKey: 'second' } });
    await call('settings.save', { secrets: { secretKey: 'second' } });
    const retired = JSON.parse((await secrets.read('oldSecretKeys')) ?? '');
    expect(retired).toEqual([{ key: 'first', until: expect.any(Number) }]);
    expect(retired[0].until - before).toBeGreaterThanOrEqual(24 * 3_600_000);
  });

  it('keeps every key there ever was, each once: what it signed is checked again years later', async () => {
    const { call, secrets } = await appWorld();
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'a'];
    for (const secretKey of keys) await call('settings.save', { secrets: { secretKey } });
    const retired: { key: string }[] = JSON.parse((await secrets.read('oldSecretKeys')) ?? '');
    expect(retired.map(({ key }) => key)).toEqual(['g', 'f', 'e', 'd', 'c', 'b']);
  });

  it('retires one that was taken away first', async () => {
    const { call, secrets } = await appWorld();
    await call('settings.save', { secrets: { secretKey: 'first' } });
    await call('settings.save', { secrets: { secretKey: null } });
    await call('settings.save', { secrets: { secretKey: 'second' } });
    expect(await secrets.read('oldSecretKeys')).toContain('first');
  });
});

describe('the PIN of the supervisor', () => {
  const pinWorld = (optional = false) => {
    const secrets = memorySecrets();
    const clock = virtualClock();
    return {
      secrets,
      clock,
      pin: createPinLock(
        secrets,
        systemRandom,
        createPinRateLimiter(secrets, clock),
        'supervisorPin',
        () => optional,
        fastDerivePin,
      ),
    };
  };

  it('is asked for once it is set, and kept as a hash', async () => {
    const { secrets, pin } = pinWorld();
    expect(await pin.check('123456')).toBe('no_pin_set');
    await secrets.write({ supervisorPin: await pin.hash('123456') });
    expect(await pin.check(undefined)).toBe('pin_needed');
    expect(await pin.check('123456')).toBe('ok');
    expect(await pin.check('654321')).toBe('wrong_pin');
    expect(secrets.stored.get('supervisorPin')).not.toContain('123456');
  });

  it('is needed by nobody in training while there is none', async () => {
    expect(await pinWorld(true).pin.check(undefined)).toBe('ok');
  });

  it('locks after five wrong tries for five minutes, the right one included', async () => {
    const { secrets, clock, pin } = pinWorld();
    await secrets.write({ supervisorPin: await pin.hash('123456') });
    const tries: string[] = [];
    for (let n = 0; n < 6; n += 1) tries.push(await pin.check('000000'));
    expect(tries).toEqual(['wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'locked', 'locked']);
    expect(await pin.check('123456')).toBe('locked');
    await clock.pass(5 * 60_000);
    expect(await pin.check('123456')).toBe('ok');
  });

  it('counts tries that are made side by side', async () => {
    const { secrets, pin } = pinWorld();
    await secrets.write({ supervisorPin: await pin.hash('123456') });
    const tries = await Promise.all(Array.from({ length: 20 }, () => pin.check('000000')));
    expect(tries.filter((one) => one === 'wrong_pin').length).toBeLessThan(5);
  });

  it('fits nothing when its hash cannot be read', async () => {
    const { secrets, pin } = pinWorld();
    await secrets.write({ supervisorPin: 'broken' });
    expect(await pin.check('123456')).toBe('wrong_pin');
  });

  it('is changed only by who knows it', async () => {
    const { call } = await appWorld();
    await call('settings.save', { supervisorPin: { next: '123456' } });
    expect(await call('settings.save', { language: 'en', supervisorPin: { next: '654321' } })).toMatchObject({
      error: { code: 'not_allowed', reason: 'pin_needed' },
    });
    expect(await call('settings.get')).toMatchObject({ value: { settings: { language: 'id' } } });
    expect(await call('settings.save', { supervisorPin: { present: '123456', next: '654321' } })).toMatchObject({
      ok: true,
      value: { secrets: { supervisorPin: true } },
    });
  });
});

describe('the shop’s QRIS code', () => {
  const code = qrisPayload();
  async function live() {
    const world = await appWorld();
    await world.call('settings.save', complete);
    await world.call('settings.save', { supervisorPin: { next: '4711' } });
    await world.call('mode.switch', { mode: 'live' });
    return world;
  }

  it('is changed with the PIN, and the log says whom it pays', async () => {
    const { call } = await live();
    const change = { qris: { code } };
    expect(await call('settings.save', change)).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await call('settings.save', { ...change, pin: '0000' })).toMatchObject({ error: { reason: 'wrong_pin' } });
    const saved = await call('settings.save', { ...change, pin: '4711' });
    expect(saved).toMatchObject({ value: { settings: { qris: { code, triedCode: null } } } });
    const other = qrisPayload({ '59': 'TOKO LAIN', '51': null });
    await call('settings.save', { qris: { code: other }, pin: '4711' });
    const result = await call('people.changes', { limit: 2 });
    expect(result.value.changes.map(({ settings }) => settings)).toEqual([
      [{ name: 'qris.code', was: ['TOKO MAKMUR CONTOH', 'ID1020000000001'], now: ['TOKO LAIN'] }],
      [{ name: 'qris.code', was: null, now: ['TOKO MAKMUR CONTOH', 'ID1020000000001'] }],
    ]);
  });

  it('is none that is made for one payment, spoilt, or another’s', async () => {
    const { call } = await live();
    for (const bad of [qrisPayload({ '01': '12' }), qrisPayload({ '58': 'MY' }), `${code}0`, 'https://toko.example']) {
      const refused = await call('settings.save', { qris: { code: bad }, pin: '4711' });
      expect(refused).toMatchObject({ error: { code: 'invalid_input', fields: ['qris.code'] } });
    }
  });

  it('is not changed in training, whose log is not the shop’s', async () => {
    const { call } = await appWorld();
    const refused = { error: { code: 'not_allowed', reason: 'live_only', fields: ['qris.code'] } };
    expect(await call('settings.save', { qris: { code } })).toMatchObject(refused);
    expect(await call('settings.save', { qris: { code: null } })).toMatchObject({ ok: true });
  });
});

it('the address of the verifier is the PIN’s, https, and short enough for a QR code', async () => {
  const { call } = await appWorld();
  await call('settings.save', { supervisorPin: { next: '4711' } });
  const verifierUrl = 'https://relay.toko.example/verify';
  expect(await call('settings.save', { verifierUrl })).toMatchObject({ error: { reason: 'pin_needed' } });
  for (const bad of [
    'http://127.0.0.1:8787/verify',
    'https://toko.example/#x',
    'https://ktr1.example/verify',
    `https://toko.example/${'x'.repeat(90)}`,
    'javascript:alert(1)',
  ]) {
    const refused = await call('settings.save', { verifierUrl: bad, pin: '4711' });
    expect(refused).toMatchObject({ error: { code: 'invalid_input', fields: ['verifierUrl'] } });
  }
  const saved = await call('settings.save', { verifierUrl, pin: '4711' });
  expect(saved).toMatchObject({ value: { settings: { verifierUrl } } });
});

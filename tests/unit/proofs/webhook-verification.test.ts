import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { verifyStoredWebhooks } from '../../../src/main/proofs/api.ts';
import { appWorld } from '../../support/app-world.ts';

describe('webhook verification', () => {
  const body = new TextEncoder().encode('{"status":"success"}');
  const signedWith = (key: string): string => createHmac('sha256', key).update(body).digest('hex');
  const kept = (signature: string | null, bytes: Uint8Array | null = body) => ({
    seq: 7,
    at: '2026-03-10T03:00:00.000Z',
    type: 'webhook.applied' as const,
    signature,
    body: bytes,
  });

  it('a kept webhook is checked again over its raw bytes, with the key of now and those before', () => {
    const keys = { present: ['new'], retired: ['old'] };
    const verdicts = verifyStoredWebhooks(
      [
        kept(signedWith('new')),
        kept(signedWith('old')),
        kept(signedWith('other')),
        kept(null),
        kept(signedWith('new'), null),
      ],
      keys,
    ).map(({ verdict, key }) => [verdict, key]);
    expect(verdicts).toEqual([
      ['genuine', 'present'],
      ['genuine', 'retired'],
      ['not_genuine', null],
      ['not_genuine', null],
      ['erased', null],
    ]);
  });

  it('one byte that was changed afterwards is found', () => {
    const changed = body.with(3, (body[3] ?? 0) ^ 1);
    const [proof] = verifyStoredWebhooks([kept(signedWith('key'), changed)], { present: ['key'], retired: [] });
    expect(proof?.verdict).toBe('not_genuine');
  });

  it('a sale in training has the proof of its webhook', async () => {
    const { call } = await appWorld();
    const { id } = (await call('order', { productCode: 'TSEL10', customerNo: '081234567890' })).value;
    await vi.waitFor(
      async () => expect(await call('transactions.get', { id })).toMatchObject({ value: { state: 'success' } }),
      { timeout: 30_000 },
    );
    expect(await call('transactions.proof', { id })).toMatchObject({
      value: [{ type: 'webhook.applied', verdict: 'genuine', key: 'present' }],
    });
  });

  it('two people cannot have one PIN, and who guards the rule needs the PIN to change it', async () => {
    const { call } = await appWorld();
    await call('settings.save', { supervisorPin: { next: '4711' } });
    expect(await call('settings.save', { secondPin: { next: '4711' } })).toMatchObject({
      error: { code: 'invalid_input', reason: 'same_pin' },
    });
    expect(await call('settings.save', { secondPin: { next: '1234' }, twoPeople: true })).toMatchObject({
      error: { code: 'not_allowed', reason: 'pin_needed' },
    });
    expect(await call('settings.save', { secondPin: { next: '1234' }, twoPeople: true, pin: '4711' })).toMatchObject({
      value: { settings: { twoPeople: true }, secrets: { supervisorPin: true, secondPin: true } },
    });
  });

  it('a replaced key is believed until the date the owner named', async () => {
    const { call } = await appWorld();
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await call('settings.save', { secrets: { secretKey: 'first' } });
    expect(await call('settings.save', { secrets: { secretKey: 'second', retireOldKeyAt: until } })).toMatchObject({
      value: { retiring: [until] },
    });
  });
});

import { createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SaveOutcome, SlipFile } from '../../../src/main/printing/api.ts';
import { verifyStoredWebhooks } from '../../../src/main/proofs/api.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { parseProof } from '../../../src/shared/domain/proof.ts';
import { type AppWorld, appWorld, memorySecrets } from '../../support/app-world.ts';
import { vector } from '../../support/contract-samples.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';
import { order, sold } from '../../support/stored-sales.ts';

describe('proofs.*', () => {
  const env = liveUnanswered;
  async function writeSales(dataDir: string, numbers: readonly number[]): Promise<void> {
    mkdirSync(join(dataDir, 'live'), { recursive: true });
    const db = await openShopDatabase({
      path: join(dataDir, 'live/journal.db'),
      random: realRandom,
      kind: 'live',
    });
    for (const n of numbers) await sold(db, order(n));
    await db.close();
  }

  async function liveShop(save?: (file: SlipFile) => Promise<SaveOutcome>) {
    const dataDir = temporaryFolder();
    const secrets = memorySecrets();
    await writeSales(dataDir, [1, 2]);
    const open = () => appWorld({ dataDir, secrets, env, ...(save ? { saver: { save } } : {}) });
    return { ...(await open()), open, dataDir, secrets };
  }

  async function proofOf({ call }: Pick<AppWorld, 'call'>, n: number): Promise<string> {
    const { doc } = (await call('receipts.preview', { id: order(n).id })).value;
    const block = doc.blocks.find((one) => one.type === 'qr');
    return block?.type === 'qr' ? block.text : '';
  }

  it('a slip carries a proof that its counter verifies, also after a new start', async () => {
    const shop = await liveShop();
    const text = await proofOf(shop, 1);
    expect(await shop.call('proof.verify', { text })).toMatchObject({
      value: { verdict: 'genuine', standing: 'stands', terminal: { own: true } },
    });
    await shop.app.close();
    const again = await shop.open();
    expect(await proofOf(again, 1)).toBe(text);
    expect(await again.call('proof.verify', { text })).toMatchObject({ value: { verdict: 'genuine' } });
  });

  it('the private key is only among the secrets', async () => {
    const shop = await liveShop();
    await proofOf(shop, 1);
    const secret = shop.secrets.stored.get('proofKey') ?? '';
    const raw = Buffer.from(secret, 'base64').subarray(-32);
    expect(raw).toHaveLength(32);
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of files) {
      const content = readFileSync(join(entry.parentPath, entry.name));
      expect(content.includes(secret) || content.includes(raw), entry.name).toBe(false);
    }
    expect(JSON.stringify(await shop.call('settings.get'))).not.toContain(secret);
    expect(JSON.stringify(await shop.call('proof.terminals'))).not.toContain(secret);
  });

  it('what was sold after a copy is genuine and not held once the copy is put back; what was in it still stands', async () => {
    const shop = await liveShop();
    await shop.call('settings.save', { supervisorPin: { next: '1234' } });
    const { file } = (await shop.call('backups.make')).value;
    await shop.app.close();
    await writeSales(shop.dataDir, [3]);
    const sellingOn = await shop.open();
    const [older, newer] = [await proofOf(sellingOn, 1), await proofOf(sellingOn, 3)];
    expect(await sellingOn.call('backups.restore', { file, pin: '1234' })).toMatchObject({ ok: true });
    expect(await sellingOn.call('proof.verify', { text: older })).toMatchObject({
      value: { verdict: 'genuine', standing: 'stands', log: 'holds' },
    });
    expect(await sellingOn.call('proof.verify', { text: newer })).toMatchObject({
      value: { verdict: 'genuine', standing: 'not_held', terminal: { own: true }, log: 'ends_before' },
    });
  });

  it('a lost secret makes a new key, and what the old one signed is still verified', async () => {
    const shop = await liveShop();
    const text = await proofOf(shop, 1);
    await shop.app.close();
    shop.secrets.stored.delete('proofKey');
    const again = await shop.open();
    const reopened = await proofOf(again, 1);
    expect(reopened).not.toBe(text);
    for (const one of [text, reopened]) {
      expect(await again.call('proof.verify', { text: one })).toMatchObject({ value: { verdict: 'genuine' } });
    }
    const { signing, known: terminals } = (await again.call('proof.terminals')).value;
    expect(terminals.map(({ own }) => own)).toEqual([true, true]);
    expect(terminals[0]?.id).toBe(signing);
  });

  it('a lost or broken file of known terminals is rebuilt with the own key', async () => {
    const shop = await liveShop();
    const text = await proofOf(shop, 1);
    await shop.app.close();
    const path = join(shop.dataDir, 'proof-terminals.json');
    for (const spoil of [() => rmSync(path), () => writeFileSync(path, '{"half')]) {
      spoil();
      const again = await shop.open();
      expect(await again.call('proof.verify', { text })).toMatchObject({ value: { verdict: 'genuine' } });
      await again.app.close();
    }
  });

  it('where no secret can be kept, slips carry no proof and selling goes on', async () => {
    const dataDir = temporaryFolder();
    await writeSales(dataDir, [1]);
    const secrets = { read: async () => null, write: () => Promise.reject(new Error('no key store')) };
    const shop = await appWorld({ dataDir, secrets, env });
    expect(await proofOf(shop, 1)).toBe('');
    expect(await shop.call('proof.terminals')).toMatchObject({ value: { signing: null, known: [] } });
    expect(await shop.call('receipts.preview', { id: order(1).id })).toMatchObject({ ok: true });
  });

  it('whose proofs are believed is a supervisor’s matter, and the own key stays', async () => {
    const shop = await liveShop();
    await shop.call('settings.save', { supervisorPin: { next: '1234' } });
    const other = { key: vector('public key (text)'), name: 'Konter pasar' };
    for (const [pin, reason] of [
      [undefined, 'pin_needed'],
      ['9999', 'wrong_pin'],
    ] as const) {
      expect(await shop.call('proof.addTerminal', { ...other, ...(pin ? { pin } : {}) })).toMatchObject({
        error: { code: 'not_allowed', reason },
      });
    }
    const added = await shop.call('proof.addTerminal', { ...other, pin: '1234' });
    expect(added.value.known.map(({ name }) => name)).toContain('Konter pasar');
    expect(await shop.call('proof.addTerminal', { ...other, pin: '1234' })).toMatchObject({
      error: { code: 'invalid_input', reason: 'key_known' },
    });
    expect(await shop.call('proof.verify', { text: vector('proof') })).toMatchObject({
      value: { verdict: 'genuine', standing: 'not_held', terminal: { name: 'Konter pasar', own: false } },
    });
    const signing = added.value.signing ?? '';
    expect(await shop.call('proof.removeTerminal', { id: signing, pin: '1234' })).toMatchObject({
      error: { reason: 'own_key' },
    });
    expect(await shop.call('proof.removeTerminal', { id: 'AS3NN9TM', pin: '1234' })).toMatchObject({ ok: true });
    expect(await shop.call('proof.removeTerminal', { id: 'AS3NN9TM', pin: '1234' })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it.each([
    ['one wrong character', (key: string) => key.replace('.0EGG', '.0EGH')],
    ['another id', (key: string) => key.replace('AS3NN9TM', 'AS3NN9TN')],
    ['cut off', (key: string) => key.slice(0, -1)],
    ['no key', () => 'hello'],
  ])('a key that is not whole is not believed: %s', async (_name, spoil) => {
    const shop = await liveShop();
    const key = spoil(vector('public key (text)'));
    expect(await shop.call('proof.addTerminal', { key, name: 'x' })).toMatchObject({
      error: { code: 'invalid_input', reason: 'not_a_key' },
    });
  });

  it('what is too long to be a proof is refused before it is looked at', async () => {
    const shop = await liveShop();
    for (const text of ['', 'x'.repeat(2001), 'x'.repeat(1_000_000)]) {
      expect(await shop.call('proof.verify', { text })).toMatchObject({ error: { code: 'invalid_input' } });
    }
  });

  it('in training slips say so in their code, no key is made, and real proofs are checked by signature alone', async () => {
    const secrets = memorySecrets();
    const { call } = await appWorld({ secrets });
    await call('proof.addTerminal', { key: vector('public key (text)'), name: 'Konter pasar' });
    expect(await call('proof.verify', { text: vector('proof') })).toMatchObject({
      value: { verdict: 'genuine', standing: 'not_held', log: null },
    });
    expect(await call('proof.terminals')).toMatchObject({ value: { signing: null } });
    expect(secrets.stored.has('proofKey')).toBe(false);
  });

  it('a shared slip is counted as a print is; what was cancelled or failed is not', async () => {
    const files: SlipFile[] = [];
    const outcomes: SaveOutcome[] = [
      { kind: 'saved', name: 'x.pdf' },
      { kind: 'cancelled' },
      { kind: 'failed', reason: 'full' },
      { kind: 'page', url: '/print/a' },
    ];
    const shop = await liveShop(async (file) => {
      files.push(file);
      return outcomes.shift() ?? { kind: 'cancelled' };
    });
    const { id } = order(1);
    const prints = async (): Promise<number> => (await shop.call('transactions.get', { id })).value.prints;
    expect(await shop.call('receipts.share', { id, as: 'pdf' })).toMatchObject({
      value: { via: 'file', copy: 1, name: 'x.pdf' },
    });
    expect(await shop.call('receipts.share', { id, as: 'pdf' })).toMatchObject({ value: { via: 'cancelled' } });
    expect(await prints()).toBe(1);
    expect(await shop.call('receipts.share', { id, as: 'png' })).toMatchObject({ error: { reason: 'not_saved' } });
    expect(await prints()).toBe(1);
    expect(await shop.call('receipts.share', { id, as: 'png' })).toMatchObject({
      value: { via: 'page', url: '/print/a', copy: 2 },
    });
    const text = await shop.call('receipts.share', { id, as: 'text' });
    expect(text).toMatchObject({ value: { via: 'text', copy: 3, text: expect.stringContaining('SALINAN KE-3') } });
    expect(await prints()).toBe(3);
    expect(files[0]?.html).toContain('<svg');
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^struk-[0-9A-Z]{4}-000001\.pdf$/),
      expect.stringMatching(/^struk-[0-9A-Z]{4}-000001-2\.pdf$/),
      expect.stringMatching(/-2\.png$/),
      expect.stringMatching(/-2\.png$/),
    ]);
  });

  it('a host that can save no file says so, and nothing is counted', async () => {
    const shop = await liveShop();
    const { id } = order(1);
    expect(await shop.call('receipts.share', { id, as: 'pdf' })).toMatchObject({
      error: { code: 'not_allowed', reason: 'cannot_save' },
    });
    expect((await shop.call('transactions.get', { id })).value.prints).toBe(0);
    expect(await shop.call('receipts.share', { id, as: 'text' })).toMatchObject({ value: { via: 'text', copy: 1 } });
  });

  it('the customer’s number is neither in a proof nor in a file’s name', async () => {
    const shop = await liveShop();
    const text = await proofOf(shop, 1);
    expect(parseProof(text).kind).toBe('proof');
    expect(text).not.toContain(order(1).customerNo);
  });
});

describe('webhook verification', () => {
  const body = new TextEncoder().encode('{"status":"success"}');
  const signedWith = (key: string): string => createHmac('sha256', key).update(body).digest('hex');
  const storedWebhook = (signature: string | null, bytes: Uint8Array | null = body) => ({
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
        storedWebhook(signedWith('new')),
        storedWebhook(signedWith('old')),
        storedWebhook(signedWith('other')),
        storedWebhook(null),
        storedWebhook(signedWith('new'), null),
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
    const [proof] = verifyStoredWebhooks([storedWebhook(signedWith('key'), changed)], {
      present: ['key'],
      retired: [],
    });
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

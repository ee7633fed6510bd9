import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../../src/main/api/dispatch.ts';
import { fileLog } from '../../../src/main/base/log/file-log.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { watchClockSkew } from '../../../src/main/provider/client.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { qrisPayload } from '../../support/qris.ts';

describe('diagnostics', () => {
  const secrets = {
    secretKey: 'geheim-schluessel-1',
    relayToken: 'geheim-token-2',
    providerHeaders: { 'X-Key': 'geheim-header-3' },
  };
  /** success, failed, pending for long, an answer that is lost, a refusal, a dispute */
  const badDays = ['103', '105', '106', '108', '201', '202', '221', '231', '307', '405', '409'];

  it('sales of every kind, faults and settings leave no number, name, serial number or secret in log or diagnostics', async () => {
    const dataDir = temporaryFolder();
    const path = join(dataDir, 'konter.log');
    const log = fileLog(path);
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ qris: { code: qrisPayload() } }));
    const { app, call, events } = await appWorld({ dataDir, log });
    await call('settings.save', {
      secrets,
      shop: { name: 'TOKO SUMBER REJEKI', address: 'JL MELATI 5', phone: '0274555666', footer: 'SAMPAI JUMPA' },
      relay: { url: 'https://relay.example', mailbox: 'briefkasten-unguessable' },
      updates: { url: 'https://renew.example/geheim-folder', automatic: false },
      supervisorPin: { next: '7391' },
    });
    const numbers = badDays.map((digits) => `0800000000${digits}`);
    await Promise.all(numbers.map((customerNo) => call('order', { productCode: 'TSEL10', customerNo })));
    const bill = (await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    await call('pay', { id: bill.id });
    // What a page may send to hurt, and what fails inside.
    await dispatch(app.handlers, 'order', { productCode: numbers[0], customerNo: secrets }, log);
    log.error('a fault of another kind', { message: `no ${numbers[0]}`, token: secrets.relayToken });
    await vi.waitFor(
      () => expect(events.some((event) => event.type === 'transaction' && event.transaction.sn)).toBe(true),
      {
        timeout: 30_000,
      },
    );
    const { text } = (await call('diagnostics.get')).value;
    await app.close();
    const written = readFileSync(path, 'utf8') + text;
    const sales = events.flatMap((event): Transaction[] => (event.type === 'transaction' ? [event.transaction] : []));
    const words = [
      'geheim',
      'SUMBER REJEKI',
      'MELATI',
      '0274555666',
      'SAMPAI',
      'briefkasten',
      'ID102',
      '7391',
      '530000000001',
    ];
    const ofSales = sales.flatMap(({ sn, transactionId, customerNo, customerName }) => [
      sn,
      transactionId,
      customerNo,
      customerName,
    ]);
    const allowed = [...words, ...numbers, bill.customerName, ...ofSales];
    const hidden = new Set(allowed.filter((word): word is string => word !== null && word !== ''));
    expect(sales.length).toBeGreaterThan(10);
    for (const word of hidden) expect(written, word).not.toContain(word);
    expect(readFileSync(path, 'utf8')).toContain('the counter is open');
  });

  it('says what a helper asks first, in lines to paste', async () => {
    const { call, log } = await appWorld();
    log.error('not seen: it goes past the counter');
    const { text } = (await call('diagnostics.get')).value;
    for (const line of [
      /^Konter 0\.0\.0-test, training, \d{4}-/,
      /\n {2}host: browser\n/,
      /\n {2}last run: ended well\n/,
      /\n {2}unresolved: sending 0, pending 0, unknown 0, disputed 0; overdue 0; oldest none\n/,
      /\n {2}prints: 0 waiting, 0 perhaps printed, held up by nothing\n/,
      /\n {2}size: \d+ KB, not merged yet \d+ KB\n/,
      /\n {2}disk: \d+ [KMG]B free of \d+ [KMG]B\n/,
      /\n {2}against the relay: not known/,
      /\n {2}secrets: .*secretKey not set/,
      /\n {2}fixed from outside: nothing\n/,
      /\nLast troubles\n {2}since the start: none$/,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text.length).toBeLessThan(8_000);
  });

  it('says that the run before was broken off, and lists what has gone wrong since', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'running'), '');
    const { app, call } = await appWorld({ dataDir, secrets: memorySecrets() });
    const { text } = (await call('diagnostics.get')).value;
    expect(text).toContain('last run: broken off');
    expect(text).toMatch(/Z warn: the last run was broken off$/);
    await app.close();
    const again = await appWorld({ dataDir });
    expect((await again.call('diagnostics.get')).value.text).toContain('last run: ended well');
  });

  it('lists unreadable answers, dropped orders and a key store that fails among the last errors', async () => {
    const stored = memorySecrets();
    const secrets = {
      ...stored,
      write: () => Promise.reject(Object.assign(new TypeError('of the key store'), { code: 'ENOSPC' })),
    };
    const { call } = await appWorld({ secrets });
    const number = { lost: '0800000000202', unreadable: '0800000000221' };
    for (const customerNo of Object.values(number)) await call('order', { productCode: 'TSEL10', customerNo });
    await call('settings.save', { secrets: { secretKey: 'geheim-schluessel-1' } });
    const { text } = (await call('diagnostics.get')).value;
    const last = text.slice(text.indexOf('Last troubles'));
    expect(last).toMatch(/no answer of the payment service {"request":"order"/);
    expect(last).toMatch(/an answer cannot be used {"request":"order"/);
    expect(last).toMatch(/secrets could not be kept {"error":"TypeError","code":"ENOSPC"}/);
    expect(last).toMatch(/the settings could not be kept {"error":"TypeError","code":"ENOSPC"}/);
    for (const word of [...Object.values(number), 'geheim', 'of the key store']) expect(last).not.toContain(word);
  });

  it('knows by the Date of answers how far this machine’s clock is off', async () => {
    let now = Date.parse('2026-03-02T03:04:00Z');
    const watched = watchClockSkew({ ...systemClock, now: () => now });
    expect(watched.aheadMs()).toBeNull();
    const answered = (date: string) =>
      watched
        .watch({
          exchange: async () => ({ kind: 'answered', status: 200, headers: { date }, body: new Uint8Array() }),
        })
        .exchange({ method: 'GET', url: '', headers: {}, connectTimeoutMs: 1, answerTimeoutMs: 1, maxAnswerBytes: 1 });
    await answered('Mon, 02 Mar 2026 03:09:30 GMT');
    expect(watched.aheadMs()).toBe(330_000);
    await answered('nonsense');
    expect(watched.aheadMs()).toBe(330_000);
    // Set back since: known before the next answer.
    now -= 3_600_000;
    expect(watched.aheadMs()).toBe(3_930_000);
  });
});

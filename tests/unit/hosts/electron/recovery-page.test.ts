import { describe, expect, it } from 'vitest';
import { type RecoveryFacts, recoveryFacts, recoveryPage } from '../../../../src/main/hosts/electron/recovery-page.ts';
import { slipPolicy } from '../../../../src/main/hosts/page-security.ts';
import { fakeApp } from '../../../support/fake-app.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

describe('the recovery page', () => {
  const facts = (more: Partial<RecoveryFacts> = {}): RecoveryFacts => ({
    language: 'id',
    timeZone: 'Asia/Jakarta',
    training: false,
    unresolved: [],
    more: 0,
    cashToReturn: { count: 0, amount: 0 },
    logPath: '/data/konter.log',
    ...more,
  });

  it('shows each sale that is not settled, and what must not be done with it', () => {
    const sale = fakeSale({
      state: 'unknown',
      customerNo: '081234567890',
      productName: 'Telkomsel 10.000',
      total: 12_000,
      createdAt: '2026-03-02T03:04:05.000Z',
    });
    const page = recoveryPage(facts({ unresolved: [sale], more: 3, cashToReturn: { count: 2, amount: 24_000 } }));
    for (const words of [
      '10:04',
      'Telkomsel 10.000',
      '081234567890',
      'Rp12.000',
      'Belum pasti',
      'jangan dijual ulang',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).toContain('3 lagi');
    expect(page).toContain('2 penjualan, Rp24.000');
    expect(recoveryPage(facts({ language: 'en', unresolved: [sale] }))).toContain('Unconfirmed');
    const owed = (count: number) => recoveryPage(facts({ language: 'en', cashToReturn: { count, amount: 12_000 } }));
    expect(owed(1)).toContain('1 sale, ');
    expect(owed(2)).toContain('2 sales, ');
  });

  it('lets nothing that a provider or a person wrote run, and needs no script itself', () => {
    const sale = fakeSale({ state: 'disputed', productName: '<script>alert(1)</script>', customerNo: '"><img src=x>' });
    const page = recoveryPage(facts({ unresolved: [sale] }));
    expect(page).not.toMatch(/<script|<img|style="/);
    expect(slipPolicy(page)).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('says that the book cannot be read rather than that nothing is open', () => {
    expect(recoveryPage(facts({ unresolved: null }))).toContain('tidak bisa dibaca');
    expect(recoveryPage(facts())).toContain('Tidak ada penjualan yang belum selesai');
  });

  it('says that nobody paid in training', () => {
    expect(recoveryPage(facts({ training: true }))).toContain('LATIHAN');
  });

  it('asks the counter itself, and puts up with one that fails', async () => {
    const app = fakeApp();
    app.publish(fakeSale({ state: 'pending', customerNo: '081234567890' }));
    const read = await recoveryFacts(app, '/log');
    expect(read.unresolved?.map(({ state }) => state)).toContain('pending');
    const failing = {
      ...app,
      handlers: { ...app.handlers, 'transactions.search': () => Promise.reject(new Error('disk')) },
    };
    expect(await recoveryFacts(failing, '/log')).toMatchObject({ unresolved: null, logPath: '/log' });
  });
});

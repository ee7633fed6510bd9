import { describe, expect, it } from 'vitest';
import { buildSlip } from '../../../../../src/shared/domain/receipt/build.ts';
import { slipText } from '../../../../../src/shared/domain/receipt/layout.ts';
import { type Transaction, transactionStates } from '../../../../../src/shared/domain/transaction.ts';
import { fakeBill, fakeSale } from '../../../../support/fake-sales.ts';

describe('the text of a slip', () => {
  // The slips stand in tests/golden/slips; after a change that is meant:  npx vitest run tests/unit/shared/domain/receipt/build.test.ts -u

  const shop = { name: 'Toko Contoh', address: 'Jl. Contoh 1', phone: '081200000000', footer: 'Terima kasih' };
  const languages = ['id', 'en'] as const;

  type SlipOptions = { training?: boolean; copy?: number; debtor?: string };

  function slip(
    sale: Transaction,
    language: 'id' | 'en',
    { training = false, copy = 1, debtor }: SlipOptions = {},
  ): string {
    return slipText(
      buildSlip(sale, { language, timeZone: 'Asia/Jakarta', shop, training, copy, debtor: debtor ?? null }),
    );
  }

  const unsold: Partial<Transaction> = { sn: null, receiptNo: null, settledAt: null };
  const bill: Partial<Transaction> = { ...fakeBill, sn: 'PLN0000000000001' };
  const unpaid: Partial<Transaction> = { ...bill, ...unsold, tendered: null, change: null, sentAt: null };

  function saleIn(state: Transaction['state']): Transaction {
    if (state === 'success') return fakeSale();
    return fakeSale(state === 'inquired' || state === 'expired' ? { ...unpaid, state } : { ...unsold, state });
  }

  const shared = { reference: null, customerId: null };
  const half = { method: 'cash' as const, amount: 6000, ...shared };
  const split = (other: Transaction['payments'][number]): Transaction =>
    fakeSale({ total: 12_000, payments: [half, other], tendered: 10_000, change: 4000 });

  const at = '2026-03-03T02:00:00.000Z';
  const onTab = (fields: Partial<Transaction> = {}): Transaction => {
    const payments = [{ method: 'tab' as const, amount: 12_000, reference: null, customerId: 'customer-1' }];
    return fakeSale({ total: 12_000, payments, tendered: null, change: null, ...fields });
  };

  const cases: [string, Transaction, SlipOptions?][] = [
    ...transactionStates.map((state): [string, Transaction] => [state, saleIn(state)]),
    ['success-training', fakeSale(), { training: true }],
    ['success-copy', fakeSale(), { copy: 2 }],
    ['success-sn-to-follow', fakeSale({ sn: null })],
    ['bill-success', fakeSale(bill)],
    [
      'token-success',
      fakeSale({
        productCode: 'PLN50',
        productName: 'Token PLN 50.000',
        brand: 'PLN',
        category: 'Token Listrik',
        customerNo: '530000000002',
        sn: '1234-5678-9012-3456-7890/BUDI CONTOH/R1M/900VA/33.7',
      }),
    ],
    ['split-cash-qris', split({ ...shared, method: 'qris', amount: 6000, reference: 'RRN 42' })],
    ['split-cash-tab', split({ ...shared, method: 'tab', amount: 6000, customerId: 'customer-1' })],
    ['tab', onTab(), { debtor: 'Bu Sri' }],
    [
      'tab-training',
      onTab({ tabPayments: [{ method: 'cash', amount: 5000, reference: null, at }] }),
      { debtor: 'Bu Sri', training: true },
    ],
    ['tab-erased-debtor', onTab()],
    ['tab-paid', onTab({ tabPayments: [{ method: 'cash', amount: 12_000, reference: null, at }] })],
    ['tab-pending', onTab({ ...unsold, state: 'pending' }), { debtor: 'Bu Sri' }],
    ['tab-failed', onTab({ ...unsold, state: 'failed' })],
    ['long-names', fakeSale({ productName: 'Paket Internet Bulanan Tanpa Batas Kuota 100 GB', brand: 'SMARTFREN' })],
  ];

  it.each(cases.flatMap(([name, sale, options]) => languages.map((language) => ({ name, sale, options, language }))))(
    'the slip $name in $language is as it was agreed',
    async ({ name, sale, options, language }) => {
      await expect(slip(sale, language, options)).toMatchFileSnapshot(
        `../../../../golden/slips/${name}.${language}.txt`,
      );
    },
  );

  it.each(transactionStates)('the words of a valid proof stand on a slip only after success: %s', (state) => {
    const proves = languages.map((language) => /YANG SAH|VALID PROOF/.test(slip(saleIn(state), language)));
    expect(proves).toEqual(languages.map(() => state === 'success'));
  });

  it('above five million rupiah the original alone has the hint about stamp duty, where it proves a payment', () => {
    const above = fakeSale({ total: 5_000_001, tendered: 5_000_001, change: 0 });
    const hints = (sale: Transaction, options: SlipOptions = {}) =>
      languages.map((language) => slip(sale, language, options).match(/Bea meterai|Stamp duty/g)?.length ?? 0);
    expect(hints(above)).toEqual([1, 1]);
    expect(hints(above, { copy: 2 })).toEqual([0, 0]);
    expect(hints(above, { training: true })).toEqual([0, 0]);
    expect(hints(fakeSale({ total: 5_000_000, tendered: 5_000_000, change: 0 }))).toEqual([0, 0]);
    expect(hints({ ...above, state: 'pending' })).toEqual([0, 0]);
    const onTab = [{ ...shared, method: 'tab' as const, amount: 5_000_001, customerId: 'customer-1' }];
    expect(hints({ ...above, payments: onTab, tendered: null, change: null })).toEqual([0, 0]);
  });

  it('a sale on a tab is no proof of payment until the tab is paid', () => {
    const paid = onTab({ tabPayments: [{ method: 'cash', amount: 12_000, reference: null, at }] });
    expect(slip(onTab(), 'id', { debtor: 'Bu Sri' })).not.toContain('BUKTI PEMBAYARAN');
    expect(slip(paid, 'id')).toContain('BUKTI PEMBAYARAN YANG SAH');
    expect(slip(paid, 'id')).not.toContain('BELUM LUNAS');
  });

  it.each(transactionStates)('in training no slip is a proof: %s', (state) => {
    for (const language of languages) {
      expect(slip(saleIn(state), language, { training: true })).not.toMatch(/YANG SAH|VALID PROOF/);
    }
  });

  const titleOf = (fields: Partial<Transaction>, language: 'id' | 'en' = 'id'): string | undefined =>
    buildSlip(fakeSale(fields), { language, timeZone: 'Asia/Jakarta', shop, training: false, copy: 1 }).blocks.flatMap(
      (block) => (block.type === 'centred' && block.strong ? [block.text] : []),
    )[0];

  it.each([
    [{}, 'STRUK PEMBELIAN PULSA', 'PHONE CREDIT PURCHASE RECEIPT'],
    [{ productName: 'XL 5 GB', category: 'Data' }, 'STRUK PEMBELIAN PAKET DATA', 'DATA PACKAGE PURCHASE RECEIPT'],
    [{ productName: 'SMS 100', category: 'SMS' }, 'STRUK PEMBELIAN PAKET', 'PHONE PACKAGE PURCHASE RECEIPT'],
    [
      { productName: 'PLN 50.000', brand: 'PLN', category: 'Token Listrik' },
      'STRUK PEMBELIAN TOKEN LISTRIK',
      'ELECTRICITY TOKEN PURCHASE RECEIPT',
    ],
    [{ productName: '86 Diamonds', brand: 'MLBB', category: 'Games' }, 'STRUK PEMBELIAN', 'PURCHASE RECEIPT'],
    [bill, 'STRUK PEMBAYARAN TAGIHAN LISTRIK', 'ELECTRICITY BILL PAYMENT RECEIPT'],
    [{ ...bill, brand: 'PDAM', category: 'PDAM' }, 'STRUK PEMBAYARAN TAGIHAN AIR', 'WATER BILL PAYMENT RECEIPT'],
    [
      { ...bill, productName: 'BPJS Kesehatan', brand: 'BPJS', category: null },
      'STRUK PEMBAYARAN IURAN BPJS',
      'BPJS PREMIUM PAYMENT RECEIPT',
    ],
    [
      { ...bill, productName: 'IndiHome', brand: 'TELKOM', category: null },
      'STRUK PEMBAYARAN TAGIHAN INTERNET',
      'INTERNET BILL PAYMENT RECEIPT',
    ],
    [
      { ...bill, productName: 'Telkom', brand: 'TELKOM', category: null },
      'STRUK PEMBAYARAN TAGIHAN',
      'BILL PAYMENT RECEIPT',
    ],
    [{ ...unsold, state: 'failed' }, 'PEMBELIAN PULSA', 'PHONE CREDIT PURCHASE'],
    [{ ...unpaid, state: 'inquired' }, 'TAGIHAN LISTRIK', 'ELECTRICITY BILL'],
  ] satisfies [Partial<Transaction>, string, string][])('%j has the title "%s", in English "%s"', (fields, id, en) => {
    expect([titleOf(fields), titleOf(fields, 'en')]).toEqual([id, en]);
  });

  const wordsOf = (fields: Partial<Transaction>): string =>
    slip(fakeSale({ ...unsold, ...fields }), 'id').replaceAll(/\s+/g, ' ');

  it.each(['pending', 'unknown', 'sending', 'disputed', 'failed', 'unsent'] as const)(
    'a slip of what is %s says whom to ask, with the number that finds the sale',
    (state) => {
      expect(wordsOf({ state })).toContain('Hubungi toko ini (081200000000), sebut Ref 00000001.');
    },
  );

  it('a failed sale says what is to be returned, with the change of a customer who still waits for it', () => {
    const late = { settledAt: '2026-03-02T04:00:00.000Z', sentAt: '2026-03-02T03:04:05.000Z' };
    expect(wordsOf({ state: 'failed' })).toContain('BELUM DIKEMBALIKAN Rp20.000 Minta uang ini di kasir');
    expect(wordsOf({ state: 'failed' })).toContain('Sudah termasuk uang kembalian.');
    expect(wordsOf({ state: 'failed', ...late })).toContain('BELUM DIKEMBALIKAN Rp12.000 Minta uang ini di kasir');
    expect(wordsOf({ state: 'failed', ...late })).not.toContain('kembalian.');
  });

  it('once the money was returned, the slip says when and how much, and asks nobody for it', () => {
    for (const state of ['failed', 'unsent', 'disputed'] as const) {
      const text = wordsOf({ state, cashReturnedAt: '2026-03-02T05:00:00.000Z' });
      expect(text).toContain('SUDAH DIKEMBALIKAN Rp12.000 Uangnya dikembalikan 02/03/2026 12:00.');
      expect(text).not.toMatch(/BELUM DIKEMBALIKAN|disimpan toko/);
    }
  });

  it('of what was on a tab nothing is returned, and nothing is owed', () => {
    const payments = [{ method: 'tab' as const, amount: 12_000, reference: null, customerId: 'c1' }];
    const text = wordsOf({ state: 'failed', payments, tendered: null, change: null });
    expect(text).toContain('Utangnya gugur.');
    expect(text).not.toContain('DIKEMBALIKAN');
  });

  it('an unpaid bill says nothing about money that nobody has paid', () => {
    expect(slip(fakeSale({ ...unpaid, state: 'inquired' }), 'id')).not.toMatch(/Hubungi|DIKEMBALIKAN|disimpan/);
  });

  it('in English, a word of a provider that is no Indonesian one stays as it came', () => {
    const details = [{ period: 'CONSTRUCTOR OKT', billValue: 150_000, priceAdmin: 2500 }];
    const sale = fakeSale({ ...unpaid, state: 'inquired', category: 'Constructor', bill: { billSheet: 1, details } });
    expect(slip(sale, 'en')).toMatch(/Constructor[^]*CONSTRUCTOR OCT/);
  });

  it('no line is wider than the roll', () => {
    const lines = cases.flatMap(([, sale, options]) =>
      languages.flatMap((language) => slip(sale, language, options).split('\n')),
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(32);
  });

  it.each([
    ['Telkomsel 10.000', 'TELKOMSEL', false],
    ['pln pascabayar', 'PLN', false],
    ['Bayar PLN Pascabayar', 'PLN PASCABAYAR', false],
    ['Pulsa 10.000', 'TELKOMSEL', true],
    ['Axle 10', 'XL', true],
    [null, 'XL', true],
  ])('the product %j names the brand %j: a line for it is printed: %s', (productName, brand, printed) => {
    expect(slip(fakeSale({ productName, brand }), 'id').includes('Penyedia')).toBe(printed);
  });
});

import { describe, expect, it } from 'vitest';
import { messages as en } from '../../../../src/renderer/i18n/en/messages.ts';
import { errorWords } from '../../../../src/renderer/i18n/i18n.ts';
import { messages as id } from '../../../../src/renderer/i18n/id/messages.ts';
import { outcomeKey, outcomeMessage, resultAnnouncement } from '../../../../src/renderer/i18n/sale-messages.ts';
import { Translation } from '../../../../src/renderer/i18n/translation.ts';
import { type ErrorCode, errorCodes } from '../../../../src/shared/contract/errors.ts';
import { BodyRole, QuarantineReason, SaleEventType } from '../../../../src/shared/domain/sale-event.ts';
import { type Transaction, TransactionFlag, transactionStates } from '../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

type Leaf = [path: string, text: string];
function leaves(tree: object, path = ''): Leaf[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]): Leaf[] =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${name}.`)
      : [[`${path}${name}`, String(value)]],
  );
}

const languages = [
  ['Indonesian', id],
  ['English', en],
] as const;

const speaker = (language: 'id' | 'en') => new Translation(language, language === 'id' ? id : en).t;

describe('the words of the counter', () => {
  it.each(languages)('%s names every code, state, flag, event and reason', (_, words) => {
    const paths = new Set(leaves(words).map(([path]) => path));
    const needed = [
      ...errorCodes.flatMap((code) => [`errors.title.${code}`, `errors.why.${code}`, `errors.do.${code}`]),
      ...transactionStates.map((state) => `states.${state}`),
      ...TransactionFlag.options.map((flag) => `flags.${flag}`),
      ...SaleEventType.options.map((type) => `events.${type}`),
      ...BodyRole.options.map((role) => `payloadRoles.${role}`),
      ...QuarantineReason.options.map((reason) => `quarantineReasons.${reason}`),
    ];
    expect(needed.filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each(['id', 'en'] as const)('in %s leave no hole open, whatever became of a sale', (language) => {
    const t = speaker(language);
    for (const state of transactionStates) {
      const { title, lines } = outcomeMessage(t, fakeSale({ state, message: 'kata provider' }));
      expect([title, ...lines].join(' ')).not.toMatch(/\{\{|outcome\./);
    }
  });

  it('say that a line of a batch waits, and neither that it failed nor that its tab has lapsed', () => {
    const t = speaker('en');
    for (const method of ['cash', 'tab'] as const) {
      const payments = [{ method, amount: 12_000, reference: null, customerId: null }];
      const line = {
        flags: ['batch_line' as const],
        payments,
        total: 12_000,
        tendered: null,
        change: null,
        sentAt: null,
      };
      const { title, lines } = outcomeMessage(t, fakeSale({ ...line, state: 'unsent' }));
      expect(title).toBe('Waiting for its turn. The money is taken.');
      expect(lines).toHaveLength(2);
    }
  });

  it('name the cash to return when there is some, and not otherwise', () => {
    expect(outcomeKey(fakeSale({ state: 'failed' }))).toBe('failed');
    expect(outcomeKey(fakeSale({ state: 'failed', tendered: null }))).toBe('failedNoCash');
    expect(outcomeKey(fakeSale({ state: 'failed', cashReturnedAt: '2026-03-02T03:04:05.000Z' }))).toBe('failedNoCash');
    expect(outcomeKey(fakeSale({ state: 'success', sn: null }))).toBe('successNoSn');
  });

  it('say first that the cash stays when the outcome is not known', () => {
    const t = speaker('id');
    expect(outcomeMessage(t, fakeSale({ state: 'unknown' })).title).toBe('Belum pasti. Uang jangan dikembalikan dulu.');
    expect(errorWords(t, { code: 'outcome_unknown', message: '' }).title).toBe(
      'Belum pasti. Uang jangan dikembalikan dulu.',
    );
  });

  it('say one sum to hand back, what to do where the kind is known, and the provider’s words last', () => {
    const t = speaker('id');
    const failed = fakeSale({
      state: 'failed',
      message: 'Nomor tujuan salah',
      receiptNo: null,
      sentAt: '2026-03-02T03:04:05.000Z',
      settledAt: '2026-03-02T03:04:06.000Z',
    });
    const { title, lines } = outcomeMessage(t, failed);
    expect(title).toBe('Gagal. Kembalikan Rp20.000 kepada pelanggan.');
    expect(lines).toContain(id.outcome.failure.number.do);
    expect(lines.at(-1)).toBe('Pesan provider: Nomor tujuan salah');
    const unknownKind = outcomeMessage(t, { ...failed, message: 'Transaksi gagal' });
    expect(unknownKind.lines).toEqual([lines[0], id.outcome.failed.do, 'Pesan provider: Transaksi gagal']);
  });

  it('send back by the way it came what was not paid in cash', () => {
    const t = speaker('id');
    const payment = { reference: null, customerId: null };
    const qris = { ...payment, method: 'qris' as const, amount: 12_000 };
    const paidBy = (payments: Transaction['payments']) =>
      fakeSale({ state: 'failed', payments, tendered: null, change: null, total: 12_000, message: null });
    expect(outcomeMessage(t, paidBy([qris])).lines).toEqual([
      'Kirim balik Rp12.000 lewat QRIS, atau serahkan tunai. Lalu tekan Uang sudah dikembalikan.',
    ]);
    expect(outcomeMessage(t, { ...paidBy([qris]), state: 'unsent', sentAt: null }).lines.at(-1)).toMatch(
      /^Kirim balik/,
    );
    const parts = [
      { ...qris, amount: 5000 },
      { ...payment, method: 'cash' as const, amount: 7000 },
    ];
    expect(outcomeMessage(t, { ...paidBy(parts), tendered: 7000 }).lines[0]).toMatch(
      /^Kembalikan (?=.*QRIS Rp5\.000)(?=.*Tunai Rp7\.000).*, atau semuanya tunai\./,
    );
  });

  it('leave the provider’s words out once a person has recorded the opposite', () => {
    const t = speaker('id');
    const corrected = fakeSale({ state: 'failed', message: 'Transaksi sukses', flags: ['resolved_by_hand'] });
    const { lines } = outcomeMessage(t, corrected);
    expect(lines.join(' ')).not.toContain('Transaksi sukses');
    expect(lines.at(-1)).toBe(`${id.flags.resolved_by_hand}.`);
  });

  it('say of a success only that it is one', () => {
    const t = speaker('id');
    expect(outcomeMessage(t, fakeSale())).toEqual({ title: 'Berhasil.', lines: [] });
  });

  it('keep what to do last where the outcome is open', () => {
    const t = speaker('id');
    for (const state of ['pending', 'unknown', 'disputed'] as const) {
      expect(outcomeMessage(t, fakeSale({ state })).lines.at(-1)).toBe(id.outcome[state].do);
    }
  });

  it('put a known reason in the place of the why, and keep the why for one that is not known', () => {
    const t = speaker('id');
    const why = (reason: string) => errorWords(t, { code: 'not_allowed', message: '', reason }).lines[0];
    expect(why('wrong_pin')).toBe(id.errors.why.wrong_pin);
    expect(why('something_new')).toBe(id.errors.why.not_allowed);
  });

  it('say the act that several reasons share, and no other one where the why is an act already', () => {
    const t = speaker('id');
    const words = (reason: string) => errorWords(t, { code: 'not_allowed', message: '', reason });
    expect(words('corrupt').lines).toEqual([id.errors.why.corrupt, id.errors.do.stop_selling]);
    expect(words('disk_failed').lines).toEqual([id.errors.why.disk_failed, id.errors.do.stop_selling]);
    expect(words('disk_failed').title).toBe(id.errors.title.nothing_sent);
    expect(words('pin_needed').lines).toEqual([id.errors.why.pin_needed]);
    expect(words('something_new').lines.at(-1)).toBe(id.errors.do.not_allowed);
  });

  it('name money that was sent or is to go back, whatever the reason', () => {
    const t = speaker('id');
    const last = (code: ErrorCode, reason: string) => errorWords(t, { code, message: '', reason }).lines.at(-1);
    for (const reason of ['unknown', 'answer_unreadable', 'answer_unclear', 'answer_about_other', 'disputed']) {
      expect(last('outcome_unknown', reason)).toBe(id.errors.do.outcome_unknown);
    }
    for (const reason of ['never_sent', 'no_answer', 'product_no_answer']) {
      expect(last('provider_unreachable', reason)).toBe(id.errors.do.provider_unreachable);
    }
    for (const reason of ['refused', 'failed']) {
      expect(last('provider_refused', reason)).toBe(id.errors.do.provider_refused);
    }
  });
});

describe('the result of a sale, as a screen reader says it', () => {
  it('is unknown once: the call that ends just after the event says the same', () => {
    const t = speaker('id');
    const unknown = fakeSale({ state: 'unknown' });
    const [event, end] = [
      resultAnnouncement(t, { sale: unknown, sending: true }),
      resultAnnouncement(t, { sale: unknown, sending: false, reason: 'answer_unclear' }),
    ];
    // A region whose words stay as they are is not spoken again.
    expect(end).toEqual(event);
    expect(end).toMatchObject({ words: expect.stringContaining('balasannya hilang'), urgent: true });
  });
});

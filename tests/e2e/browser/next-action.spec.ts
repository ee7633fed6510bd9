import type { Page } from '@playwright/test';
import { messages as en } from '../../../src/renderer/i18n/en/messages.ts';
import { messages as id } from '../../../src/renderer/i18n/id/messages.ts';
import { outcomeKey } from '../../../src/renderer/i18n/sale-messages.ts';
import type { Status } from '../../../src/shared/contract/events.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { forgetSale } from '../../support/counter-page.ts';
import { fakePrint } from '../../support/fake-app.ts';
import { expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';

test.use({ viewport: { width: 1024, height: 768 }, isEmpty: true });

const at = '2026-03-02T03:04:05.000Z';
const some = { count: 12, amount: 1_234_500 };
/** Everything that can go wrong at once: each notice takes room from the sale. */
const bad: Partial<Status> = {
  provider: { state: 'unreachable', at },
  unresolved: { sending: some, pending: some, unknown: some, disputed: some },
  overdue: some,
  cashHeld: some,
  cashToReturn: some,
  quarantined: 3,
  oldestUnresolvedAt: at,
  notWritten: { count: 2, reason: 'disk_full' },
  restored: { at: new Date().toISOString(), reason: 'rolled_back' },
  prints: { waiting: 2, blocked: 'paper_out', unknown: 1 },
};
const longest = {
  productName: 'Paket Data Combo Sakti Nasional 120 GB 30 hari + 100 menit ke semua operator + langganan',
  customerName: 'PT CONTOH KETENAGALISTRIKAN NUSANTARA RAYA SEJAHTERA ABADI CABANG KETIGA',
  customerNo: '08123456789012345670',
  message: 'Transaksi tidak dapat diproses karena nomor tujuan salah atau sudah tidak aktif di operator. '.repeat(3),
  total: 12_345_678,
  tendered: 15_000_000,
  change: 2_654_322,
};
const sn =
  '1234-5678-9012-3456-7890/PT CONTOH KETENAGALISTRIKAN/B3/1300000VA/123456.7KWH/REF0123456789ABCDEF0123456789';
const states: Partial<Transaction>[] = [
  { state: 'pending', sn: null, receiptNo: null, settledAt: null },
  { state: 'success', sn },
  { state: 'success', sn: null },
  { state: 'unknown', sn: null, receiptNo: null, settledAt: null },
  { state: 'failed', sn: null },
  { state: 'failed', sn: null, cashReturnedAt: at },
  { state: 'unsent', sn: null, receiptNo: null, settledAt: null },
  { state: 'disputed', sn: null, settledAt: null },
];

const words = { id, en };

/** Which buttons below the sale are not wholly in sight and uncovered. */
async function cut(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const buttons = [
      ...document.querySelectorAll<HTMLElement>('[data-testid="actions"] button, form > div:last-child > button'),
    ];
    if (buttons.length === 0) return ['there is no button'];
    return buttons.flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const corners = [
        [left + 6, top + 6],
        [right - 6, top + 6],
        [left + 6, bottom - 6],
        [right - 6, bottom - 6],
      ] as const;
      const whole = corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
      return whole ? [] : [`${button.innerText.replaceAll('\n', ' ')} at ${Math.round(top)} to ${Math.round(bottom)}`];
    });
  });
}

test('what comes next is never cut: every result, under every notice, on the smallest screen, in both languages', async ({
  fakeHost: host,
  openPage,
}) => {
  test.slow();
  const page = await openPage();
  const faults: Record<string, string[]> = {};
  for (const language of ['id', 'en'] as const) {
    await page.evaluate((language) => window.konter.settings.save({ language }), language);
    await forgetSale(page);
    await page.reload();
    await expect(page.getByLabel(words[language].entry.label.customerNo)).toBeFocused();
    const status = await page.evaluate(() => window.konter.status());
    if (!status.ok) throw new Error(status.error.message);
    const loud = { ...status.value, ...bad };
    const look = async (name: string): Promise<void> => {
      const violations = await cut(page);
      if (violations.length > 0) faults[`${language}, ${name}`] = violations;
    };
    host.app.emit({ type: 'status', status: loud });
    await look('compose');
    await page.keyboard.press('F10');
    await look('compose with the number pad');
    await page.keyboard.press('F10');
    for (const text of [longest.customerNo, 'TSEL10']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    // The number is longer than one can be.
    await expect(page.getByRole('button', { name: words[language].entry.mismatch.stop })).toBeFocused();
    await page.keyboard.press('F9');
    await expect(page.getByLabel(words[language].entry.label.tendered)).toBeFocused();
    await look('cash');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('read-back-number')).toBeVisible();
    await look('read back');
    await page.getByRole('button', { name: words[language].sell.send, disabled: false }).click();
    await expect.poll(() => host.app.sales.length).toBeGreaterThan(0);
    const [sale = fakeSale()] = host.app.sales;
    for (const [n, state] of states.entries()) {
      const sample = { ...sale, ...longest, ...state, revision: n + 10 };
      host.app.publish(sample);
      host.app.emit({ type: 'status', status: loud });
      const job = fakePrint({ saleId: sale.id, receiptNo: 'A1-000778', state: 'unknown', reason: 'connection_lost' });
      host.app.emit({ type: 'print', job });
      const key = outcomeKey(sample);
      const [title = ''] = words[language].outcome[key].title.split('{{');
      await expect(page.getByText(title).first()).toBeAttached();
      await look(key);
    }
    host.app.sales.length = 0;
  }
  expect(faults).toEqual({});
});

test('nothing moves when a connection is lost in the middle of a sale, or when a payment has parts', async ({
  fakeHost: host,
  openPage,
}) => {
  const page = await openPage();
  await expect(page.getByLabel(id.entry.label.customerNo)).toBeFocused();
  const status = await page.evaluate(() => window.konter.status());
  if (!status.ok) throw new Error(status.error.message);
  for (const text of ['TSEL10.081234567890', 'TSEL10']) {
    if (await page.getByLabel(id.entry.label.tendered).isVisible()) break;
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByLabel(id.entry.label.tendered)).toBeFocused();
  const boxes = async () => {
    const parts = await page.getByRole('main').locator('button:visible, input:visible').all();
    return await Promise.all(parts.map(async (each) => JSON.stringify(await each.boundingBox())));
  };
  const before = await boxes();
  for (const change of [
    { provider: { state: 'unreachable' as const, at } },
    { relay: { ...status.value.relay, state: 'taken' as const } },
  ]) {
    host.app.emit({ type: 'status', status: { ...status.value, ...change } });
    const words = change.provider ? id.appShell.disconnected.unreachable : id.appShell.disconnected.taken;
    await expect(page.getByText(words)).toBeVisible();
    expect(await boxes()).toEqual(before);
  }
  const methods = async () =>
    await Promise.all(
      (await page.getByRole('group', { name: id.payments.label }).getByRole('button').all()).map(async (each) =>
        JSON.stringify(await each.boundingBox()),
      ),
    );
  const whole = await methods();
  await page.keyboard.type('6000');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('button', { name: `${id.payments.method.cash} 6.000` })).toBeVisible();
  expect(await methods()).toEqual(whole);
});

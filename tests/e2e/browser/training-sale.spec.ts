import { startBuiltCounter } from '../../support/browser-counter.ts';
import { expect, test } from '../../support/counter-page.ts';

// Through window.konter on the real counter, with its own relay and provider inside.

test('a fresh folder sells phone credit in training: pending turns to success by webhook, and is printed', async ({
  counterPage,
}) => {
  const ordered = await counterPage.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 }),
  );
  expect(ordered).toMatchObject({ ok: true, value: { total: 12_000, change: 8000 } });
  const id = ordered.ok ? ordered.value.id : '';
  await expect
    .poll(() => counterPage.evaluate((id) => window.konter.transactions.get({ id }), id), { timeout: 30_000 })
    .toMatchObject({ ok: true, value: { state: 'success', sn: expect.stringMatching(/^\S{1,16}$/) } });
  await counterPage.evaluate(() => (window.print = () => {}));
  const printed = await counterPage.evaluate((id) => window.konter.receipts.print({ id }), id);
  expect(printed).toMatchObject({
    ok: true,
    value: { copy: 1, via: 'page', url: expect.stringMatching(/^\/print\//) },
  });
});

test('a bill is inquired and paid in training', async ({ counterPage }) => {
  const inquired = await counterPage.evaluate(() =>
    window.konter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' }),
  );
  expect(inquired).toMatchObject({ ok: true, value: { state: 'inquired', kind: 'postpaid' } });
  const id = inquired.ok ? inquired.value.id : '';
  const paid = await counterPage.evaluate((id) => window.konter.pay({ id }), id);
  expect(paid).toMatchObject({ ok: true, value: { state: 'success', sn: expect.stringMatching(/^\S{1,16}$/) } });
});

test('a sale is found again after the counter was stopped and started', async ({
  counter,
  counterPage,
  dataDir,
  page,
}) => {
  const ordered = await counterPage.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890' }),
  );
  const id = ordered.ok ? ordered.value.id : '';
  expect(await counter.stop()).toBe(0);
  const again = await startBuiltCounter({ dataDir });
  try {
    await page.goto(again.url);
    await page.waitForFunction(() => 'konter' in window);
    const found = await page.evaluate(() => window.konter.transactions.search({ text: '081234567890' }));
    expect(found).toMatchObject({ ok: true, value: { items: [{ id }] } });
  } finally {
    await again.stop();
  }
});

import { startBuiltCounter } from '../../support/browser-counter.ts';
import { expect, plainTest as test } from '../../support/counter-page.ts';

// Through window.konter on the real counter, with its own relay and provider inside.

test('a fresh folder sells phone credit and a bill in training, and has the sale after a new start', async ({
  counter,
  counterPage: page,
  dataDir,
}) => {
  const ordered = await page.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 }),
  );
  const id = ordered.ok ? ordered.value.id : '';

  await test.step('phone credit: pending turns to success by webhook, and is printed', async () => {
    expect(ordered).toMatchObject({ ok: true, value: { total: 12_000, change: 8000 } });
    await expect
      .poll(() => page.evaluate((id) => window.konter.transactions.get({ id }), id), { timeout: 30_000 })
      .toMatchObject({ ok: true, value: { state: 'success', sn: expect.stringMatching(/^\S{1,16}$/) } });
    await page.evaluate(() => (window.print = () => {}));
    const printed = await page.evaluate((id) => window.konter.receipts.print({ id }), id);
    expect(printed).toMatchObject({
      ok: true,
      value: { copy: 1, via: 'page', url: expect.stringMatching(/^\/print\//) },
    });
  });

  await test.step('a bill is inquired and paid', async () => {
    const inquired = await page.evaluate(() =>
      window.konter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' }),
    );
    expect(inquired).toMatchObject({ ok: true, value: { state: 'inquired', kind: 'postpaid' } });
    const id = inquired.ok ? inquired.value.id : '';
    const paid = await page.evaluate((id) => window.konter.pay({ id }), id);
    expect(paid).toMatchObject({ ok: true, value: { state: 'success', sn: expect.stringMatching(/^\S{1,16}$/) } });
  });

  await test.step('the sale is found again after the counter was stopped and started', async () => {
    await page.goto('about:blank');
    expect(await counter.end()).toBe(0);
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
});

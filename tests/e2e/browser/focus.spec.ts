import { expect, saveSettings, printingTest as test } from '../../support/counter-page.ts';

test('the focus is in the list of prints while it is open, and in the first field of each step of set-up', async ({
  printingPage: page,
  printer,
}) => {
  const field = page.getByLabel('Nomor pelanggan, kode produk');
  await expect(field).toBeFocused();

  await test.step('a button that goes away leaves its keys to the list', async () => {
    printer.behaviour.answers = 'paper_out';
    const order = { productCode: 'SUCCESSNOW10', customerNo: '081200000001', sellingPrice: 12_000, tendered: 12_000 };
    await page.evaluate(async (order) => {
      const sold = await window.konter.order(order);
      if (sold.ok) await window.konter.receipts.print({ id: sold.value.id });
    }, order);
    await page.keyboard.press('F7');
    const tray = page.getByRole('dialog', { name: 'Cetakan' });
    const again = tray.getByRole('button', { name: 'Coba sekarang' });
    await expect(again).toBeVisible();
    printer.behaviour.answers = 'ready';
    await again.click();
    await expect(again).toHaveCount(0);
    await page.keyboard.type('0812');
    expect(await tray.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(tray).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
  });

  await test.step('what is pasted into a step of set-up lands in its first field', async () => {
    await page.keyboard.press('F9');
    await page.getByRole('tab', { name: 'Mode', exact: true }).click();
    await page.getByRole('button', { name: 'Siapkan toko saya' }).click();
    const steps = page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button');
    for (const name of ['Sambungan', 'Toko']) {
      await steps.filter({ hasText: name }).first().click();
      const focused = page.locator('section[data-step]:not([hidden]) :is(input, textarea):focus');
      await expect(focused).toHaveCount(1);
    }
  });
});

test('a button takes a press though its words change while it is pressed', async ({ printingPage: page, printer }) => {
  printer.behaviour.answers = 'paper_out';
  await page.evaluate(() => window.konter.printers.test({ printer: 'till' }));
  const held = await page.getByRole('button', { name: /^Printer\s*kertas habis/ }).boundingBox();
  // On its words.
  await page.mouse.move((held?.x ?? 0) + (held?.width ?? 0) - 30, (held?.y ?? 0) + (held?.height ?? 0) / 2);
  await page.mouse.down();
  await saveSettings(page, { printers: [], defaultPrinter: null });
  await expect(page.getByRole('button', { name: /^Printer\s*sudah dihapus/ })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Batalkan: Halaman uji/ })).toBeVisible();
});

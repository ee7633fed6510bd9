import { Cashier, Finger } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

const number = '081234567890';
const meter = '530000000001';

/** What the counter learned before: products in its catalogue. */
const learn = (codes: string[]) => Promise.all(codes.map((productCode) => window.konter.product({ productCode })));

/** Keys of the tasks that were counted before the counter was made for a queue, digits included, and keys now; null: it could not be done. */
const queueTasks = {
  'a sale by its nominal, exact cash': { before: 18, now: 18 },
  'the same with 20.000': { before: 23, now: 23 },
  'a repeat on the number alone': { before: 16, now: 16 },
  'a wrong digit seen when the number is read back': { before: 18, now: 6 },
  'the next number typed on the result': { before: 25, now: 12 },
  'a second customer before the first has found the money': { before: 28, now: 2 },
  'paid by QRIS': { before: null, now: 2 },
  'a price, while a sale is typed': { before: null, now: 8 },
  'five numbers of one product': { before: 95, now: 66 },
  'the same from the clipboard': { before: null, now: 6 },
  'a bill, exact cash': { before: null, now: 24 },
  'a past receipt by four digits, printed again': { before: null, now: 6 },
  'a shift closed with two kinds of notes': { before: null, now: 13 },
} as const;

test('ten tasks and those of a queue by keyboard alone, each key counted', async ({ counterPage: page }) => {
  test.slow();
  const cashier = new Cashier(page);
  const field = page.getByRole('combobox');
  const review = page.getByTestId('read-back-number');
  const done = page.getByText('Berhasil.', { exact: true });
  const keys: Record<string, number> = {};
  /** The keys of a task, the digits of the number apart. */
  const count = async (task: string, digits: string, work: () => Promise<void>): Promise<void> => {
    const before = cashier.strokes;
    await test.step(task, work);
    keys[task] = cashier.strokes - before - digits.length;
  };
  const send = async (word: 'Kirim' | 'Bayar' = 'Kirim'): Promise<void> => {
    await expect(review).toBeVisible();
    await cashier.send(word);
    await expect(done).toBeVisible();
  };
  await page.evaluate(learn, ['TSEL10', 'TSEL20', 'ISAT10', 'PLNPOST']);
  await expect(field).toBeFocused();

  await count('a new sale, exact cash', number, async () => {
    await cashier.type(number);
    await cashier.press('Enter');
    await cashier.type('tsel10');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    await send();
  });

  await count('its slip', '', async () => {
    await cashier.press('F8');
    await expect(page.getByText('Jendela cetak dibuka untuk struk ini.', { exact: true })).toBeVisible();
    await cashier.next();
    await expect(field).toBeFocused();
  });

  await count('a repeat sale', number, async () => {
    await cashier.type(number);
    await cashier.press('Enter');
    const past = page.getByRole('group', { name: 'Pernah dibeli nomor ini' }).getByRole('option');
    await expect(past).toHaveAttribute('aria-selected', 'true');
    await cashier.press('Enter');
    await cashier.press('Enter');
    await expect(review).toHaveText('0812 3456 7890');
    await cashier.send();
    // The same on the same day is asked about, and the careful answer has the focus.
    await expect(page.getByRole('button', { name: 'Tidak jadi' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Ya, jual sekali lagi' })).toBeEnabled();
    await cashier.press('Tab');
    await cashier.press('Enter');
    await expect(done).toBeVisible();
    await cashier.next();
  });

  await count('the habit of counters, product.number', '081356781234', async () => {
    await cashier.type('tsel20.081356781234');
    await cashier.press('Enter');
    await cashier.press('Enter');
    await send();
    await cashier.next();
  });

  await count('by nominal and operator, with cash and change', '081234567811', async () => {
    await cashier.type('20.081234567811');
    await cashier.press('Enter');
    await cashier.type('50rb');
    await expect(page.getByLabel('Kembali')).toHaveText(/^Rp[1-9]/);
    await cashier.press('Enter');
    await send();
    await cashier.next();
  });

  await count('a bill from the same field', meter, async () => {
    await cashier.type(meter);
    await cashier.press('Enter');
    await cashier.type('plnpost');
    await cashier.press('Enter');
    await expect(page.getByRole('region', { name: 'Rincian tagihan' })).toBeVisible();
    await cashier.press('F1');
  });

  await count('the bill that was asked for and not paid', meter, async () => {
    await cashier.type(meter);
    await cashier.press('Enter');
    await expect(page.getByRole('option', { name: /Belum dibayar/ })).toHaveAttribute('aria-selected', 'true');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    await send('Bayar');
    await cashier.next();
    await expect(page.getByRole('heading', { name: 'Jual pulsa dan prabayar' })).toBeAttached();
  });

  await count('a wrong digit taken back, another price', '081234567899081234567822', async () => {
    await cashier.type('081234567899');
    await cashier.press('Enter');
    await cashier.press('Backspace');
    await expect(field).toHaveValue('0812 3456 7899');
    await cashier.type('081234567822');
    await cashier.press('Enter');
    await cashier.press('ArrowDown');
    await cashier.press('Enter');
    await cashier.press('F6');
    await cashier.type('8000');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('ArrowDown');
    await expect(page.getByLabel('Kembali')).toHaveText('Rp2.000');
    await cashier.press('Enter');
    await expect(review).toHaveText('0812 3456 7822');
    await cashier.press('Escape');
    await cashier.press('Escape');
    await expect(field).toHaveValue('');
  });

  const [sale] = await cashier.booked('081356781234');
  await count('a receipt by its number', sale?.receiptNo ?? '', async () => {
    await cashier.type(sale?.receiptNo ?? '');
    await cashier.press('Enter');
    await expect(page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option')).toHaveCount(1);
    await cashier.press('F1');
  });

  await count('all keys of the place', '', async () => {
    await cashier.press('?');
    const all = page.getByRole('dialog', { name: 'Semua tombol' });
    for (const words of ['Pilih', 'Ubah yang terakhir', 'Ubah harga', 'Tombol angka', 'Batal']) {
      await expect(all).toContainText(words);
    }
    await cashier.press('Escape');
    await expect(field).toBeFocused();
  });

  expect(keys['a repeat sale']).toBeLessThanOrEqual(12);
  expect(keys).toEqual({
    'a new sale, exact cash': 10,
    'its slip': 2,
    'a repeat sale': 7,
    'the habit of counters, product.number': 11,
    'by nominal and operator, with cash and change': 11,
    'a bill from the same field': 10,
    'the bill that was asked for and not paid': 5,
    'a wrong digit taken back, another price': 15,
    'a receipt by its number': 2,
    'all keys of the place': 2,
  });

  await cashier.startOver();
  await test.step('the tasks of a queue, keys before and now', async () => {
    const readBack = page.getByTestId('read-back-number');
    const cash = page.getByLabel('Uang diterima');
    const done = page.getByText('Berhasil.', { exact: true });
    const keys: Record<string, number> = {};
    const count = async (task: keyof typeof queueTasks, work: () => Promise<void>): Promise<void> => {
      const before = cashier.strokes;
      await test.step(task, work);
      keys[task] = cashier.strokes - before;
    };
    const byNominal = async (customerNo: string, tendered: string): Promise<void> => {
      await cashier.type(customerNo);
      await cashier.press('Enter');
      await cashier.type('10');
      await cashier.press('Enter');
      await expect(cash).toBeFocused();
      if (tendered !== '') await cashier.type(tendered);
      await cashier.press('Enter');
      await expect(readBack).toBeVisible();
    };
    const send = async (): Promise<void> => {
      await cashier.send();
      await expect(done).toBeVisible();
    };
    await page.evaluate(learn, ['TSEL10', 'ISAT10']);
    await page.evaluate(() =>
      window.konter.catalogue.save({
        changes: ['TSEL10', 'ISAT10'].map((productCode) => ({ productCode, sellingPrice: 12_000 })),
      }),
    );
    await expect(field).toBeFocused();

    await count('a sale by its nominal, exact cash', async () => {
      await byNominal('081234567801', '');
      await send();
    });
    await count('the next number typed on the result', async () => {
      await expect(cashier.button('Berikutnya')).toBeEnabled();
      await cashier.type('081234567802');
      await expect(field).toHaveValue('0812 3456 7802');
    });
    await cashier.press('Escape');
    await count('the same with 20.000', async () => {
      await byNominal('081234567803', '20000');
      await send();
    });
    await cashier.next();
    await count('a repeat on the number alone', async () => {
      await cashier.type('081234567801');
      await cashier.press('Enter');
      await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
      await cashier.press('Enter');
      await cashier.press('Enter');
      await expect(readBack).toBeVisible();
      await cashier.send();
    });
    await expect(page.getByRole('button', { name: 'Tidak jadi' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Ya, jual sekali lagi' })).toBeEnabled();
    await cashier.press('Enter');
    await cashier.press('Escape');
    await cashier.press('Escape');

    await byNominal('081234567804', '');
    await count('a wrong digit seen when the number is read back', async () => {
      await cashier.press('ArrowUp');
      await cashier.press('End');
      await cashier.press('Backspace');
      await cashier.type('5');
      await cashier.press('Enter');
      await cashier.press('Enter');
      await expect(readBack).toHaveText('0812 3456 7805');
    });
    await count('a second customer before the first has found the money', async () => {
      await cashier.press(';');
      await expect(readBack).toHaveCount(0);
      await expect(field).toHaveValue('');
      await cashier.press(';');
      await expect(cash).toBeFocused();
    });
    await count('a price, while a sale is typed', async () => {
      await cashier.press('=');
      await cashier.type('tsel10');
      await expect(page.getByRole('dialog')).toContainText('Rp12.000');
      await cashier.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await expect(cash).toBeFocused();
    await count('paid by QRIS', async () => {
      await cashier.press('Alt+1');
      await cashier.press('Enter');
      await expect(readBack).toHaveText('0812 3456 7805');
    });

    await cashier.startOver();

    const list = page.getByLabel('Nomor, satu per baris');
    const numbers = ['081234567821', '081234567822', '081234567823', '081234567824', '081234567825'];
    const sendAll = async (): Promise<void> => {
      await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Isi daftar' }).getByRole('listitem')).toHaveCount(5);
      await expect(cashier.button('Kirim semua')).toBeEnabled();
      await cashier.press('Enter');
    };
    const allSent = async (): Promise<void> => {
      await expect(page.getByRole('heading', { name: 'Selesai: 5 dari 5' })).toBeVisible();
      await cashier.next();
      await expect(field).toBeFocused();
    };
    await count('five numbers of one product', async () => {
      await cashier.type(numbers[0] ?? '');
      await cashier.press(',');
      await expect(list).toBeFocused();
      for (const [at, number] of numbers.slice(1).entries()) {
        await cashier.type(number);
        if (at < 3) await cashier.press('Enter');
      }
      // The product that was sold last is offered for all of them, and a key takes it.
      await expect(page.getByRole('button', { name: 'Semua nomor: Telkomsel 10.000' })).toBeVisible();
      await cashier.press('Control+Enter');
      await sendAll();
    });
    await allSent();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n').replaceAll('0812', '0813'));
    await count('the same from the clipboard', async () => {
      await cashier.press('Control+v');
      await expect(list).toBeFocused();
      await cashier.press('Tab');
      await cashier.type('10');
      await cashier.press('Enter');
      await sendAll();
    });
    await allSent();
    await count('a bill, exact cash', async () => {
      await cashier.lookUpBill('plnpost', '530000000002');
      await expect(cash).toBeFocused();
      await cashier.press('Enter');
      await expect(readBack).toBeVisible();
      await cashier.send('Bayar');
      await expect(done).toBeVisible();
    });
    await cashier.next();
    await count('a past receipt by four digits, printed again', async () => {
      await cashier.press('/');
      await cashier.type('7803');
      await expect(page.getByRole('complementary', { name: 'Rincian penjualan' })).toContainText('0812 3456 7803');
      await cashier.press('F8');
      await expect.poll(async () => (await cashier.booked('081234567803'))[0]?.prints).toBe(1);
    });
    await page.evaluate(() => window.konter.shifts.open({ counted: 250_000 }));
    await cashier.press('F1');
    await count('a shift closed with two kinds of notes', async () => {
      await cashier.press('Alt+9');
      const notes = page.getByRole('textbox', { name: /^(Lembar|Semua koin)/ });
      await expect(notes.first()).toBeFocused();
      await cashier.type('2');
      await cashier.press('Enter');
      await cashier.type('1');
      for (let field = 0; field < 7; field += 1) await cashier.press('Enter');
      await expect(page.getByRole('button', { name: 'Hitung lagi' })).toBeFocused();
      await cashier.press('Tab');
      await cashier.press('Enter');
      await expect(page.getByRole('heading', { name: 'Laporan shift 1' })).toBeVisible();
    });

    expect(keys).toEqual(Object.fromEntries(Object.entries(queueTasks).map(([task, { now }]) => [task, now])));
    for (const { before, now } of Object.values(queueTasks))
      if (before !== null) expect(now).toBeLessThanOrEqual(before);
  });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, keepsPage: false, viewport: { width: 1024, height: 768 } });

  test('sales and a bill by touch alone, each tap counted', async ({ counterPage: page }) => {
    test.slow();
    const finger = new Finger(page);
    const done = page.getByText('Berhasil.', { exact: true });
    const taps: Record<string, number> = {};
    const count = async (task: string, work: () => Promise<void>): Promise<void> => {
      taps[task] = await test.step(task, () => finger.counted(work));
    };
    await page.evaluate(learn, ['TSEL10', 'TSEL20', 'ISAT10', 'PLNPOST']);

    await count('a full sale with cash and change', async () => {
      // Where a finger is the pointer, the number pad is there by itself.
      await finger.dial(number);
      await finger.tap(finger.card(/^Telkomsel 10\.000/));
      await finger.tap(page.getByRole('group', { name: 'Pilihan uang' }).getByRole('button', { name: '20.000' }));
      await finger.tap(finger.button('Lanjut'));
      await expect(page.getByTestId('read-back-number')).toHaveText('0812 3456 7890');
      await finger.tap(finger.button('Kirim'));
      await expect(done).toBeVisible();
      await finger.tap(finger.button('Berikutnya'));
    });

    await count('exact cash', async () => {
      await finger.dial('081234567811');
      await finger.tap(finger.card(/^Telkomsel 20\.000/));
      await finger.tap(finger.button('Lanjut'));
      await finger.tap(finger.button('Kirim'));
      await expect(done).toBeVisible();
      await finger.tap(finger.button('Berikutnya'));
    });

    await count('a bill', async () => {
      await finger.dial(meter);
      await finger.tap(finger.card(/^PLN Pascabayar/));
      await finger.tap(finger.button('Lanjut'));
      await finger.tap(finger.button('Bayar'));
      await expect(done).toBeVisible();
      await finger.tap(finger.button('Berikutnya'));
    });

    await count('a number put right, a sale given up', async () => {
      await finger.dial('0812345');
      await finger.tap(finger.button('Hapus satu angka'));
      await expect(page.getByRole('combobox')).toHaveValue('0812 34');
      await finger.tap(page.getByRole('button', { name: /^Batal/ }));
      await expect(page.getByRole('combobox')).toHaveValue('');
    });

    await count('a sale parked and brought back', async () => {
      await finger.dial('081234567801');
      await finger.tap(page.getByRole('button', { name: /^Parkir/ }));
      await expect(page.getByRole('combobox')).toHaveValue('');
      const chips = page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
      // Until main has stored it, it stands there as not saved yet.
      await expect(chips).toHaveText([/dtk|mnt/]);
      await finger.tap(chips);
      await expect(page.getByRole('combobox')).toHaveValue('0812 3456 7801');
    });

    expect(taps).toEqual({
      'a full sale with cash and change': 5,
      'exact cash': 4,
      'a bill': 4,
      'a number put right, a sale given up': 2,
      'a sale parked and brought back': 2,
    });
    for (const button of await page.locator('form button:visible').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
});

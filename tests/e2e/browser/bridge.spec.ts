import { ok } from '../../../src/shared/contract/errors.ts';
import { procedureNames } from '../../../src/shared/contract/procedure-names.ts';
import { expect, test } from '../../support/bridge-page.ts';
import { startFakeHost } from '../../support/fake-host.ts';

test('a page has the contract’s functions, is signed in before its first call, and stays so when it is loaded again', async ({
  page,
  fakeHost,
}) => {
  await page.goto(fakeHost.startUrl);
  await test.step('the first call works though the sign-in has only begun, and the token leaves the address', async () => {
    await expect(page).toHaveTitle('first call ok');
    expect(page.url()).toBe(`http://127.0.0.1:${fakeHost.port}/`);
  });

  await test.step('exactly the contract’s functions, which cannot be replaced', async () => {
    const bridge = await page.evaluate(() => {
      const names: string[] = [];
      for (const [name, member] of Object.entries(window.konter)) {
        if (typeof member === 'function') names.push(name);
        else names.push(...Object.keys(member).map((inner) => `${name}.${inner}`));
      }
      return {
        names,
        frozen: [window.konter, ...Object.values(window.konter)].every(
          (member) => Object.isFrozen(member) || typeof member === 'function',
        ),
      };
    });
    expect(bridge.names.toSorted()).toEqual([...procedureNames, 'subscribe'].toSorted());
    expect(bridge.frozen).toBe(true);
    await expect(
      page.evaluate(() => {
        'use strict';
        Object.assign(window, { konter: {} });
      }),
    ).rejects.toThrow(/read only|read-only/);
  });

  await test.step('an order’s end arrives without asking', async () => {
    const order = { productCode: 'TSEL10', customerNo: '081234567800' };
    const ordered = await page.evaluate((order) => window.konter.order(order), order);
    expect(ordered).toMatchObject({ ok: true, value: { state: 'pending' } });
    await expect
      .poll(() =>
        page.evaluate(() => window.noted.some((event) => JSON.stringify(event).includes('"sn":"0312345678909999"'))),
      )
      .toBe(true);
  });

  await test.step('what cannot be written as JSON is invalid input, not an exception', async () => {
    const results = await page.evaluate(() => {
      const round: { self?: unknown } = {};
      round.self = round;
      const odd = [round, () => 1, 10n] as unknown as { productCode: string }[];
      return Promise.all(odd.map((input) => window.konter.product(input)));
    });
    for (const result of results) expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  await page.reload();
  await expect(page).toHaveTitle('first call ok');
});

test('the address opened a second time elsewhere, and a counter that was started again, say what to do; a call without a counter never rejects', async ({
  page,
  browser,
  fakeHost,
  pages,
}) => {
  await page.goto(fakeHost.startUrl);
  await expect(page).toHaveTitle('first call ok');
  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await second.goto(fakeHost.startUrl);
  await second.waitForURL('**/signed-out');
  await expect(second.getByRole('heading')).toBeVisible();
  await elsewhere.close();

  await fakeHost.close();
  const result = await page.evaluate(() => window.konter.status());
  expect(result).toMatchObject({ ok: false, error: { code: 'internal', reason: 'host_gone' } });
  const next = await startFakeHost({ pages, port: fakeHost.port });
  try {
    await page.waitForURL('**/signed-out');
  } finally {
    await next.close();
  }
});

test('receipts.print opens the print dialog on the slip, styled, in a frame nobody sees', async ({
  page,
  fakeHost,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const words = document.body.innerText;
      (window.top ?? window).document.documentElement.dataset['printed'] =
        `${location.pathname} ${getComputedStyle(document.body).fontFamily} ${words}`;
    };
  });
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(fakeHost.startUrl);
  const sale = fakeHost.app.sales.find(({ state }) => state === 'success');
  const printed = await page.evaluate((id) => window.konter.receipts.print({ id }), sale?.id ?? '');
  expect(printed).toMatchObject({ ok: true, value: { copy: 1, via: 'page' } });
  await expect(page.locator('html')).toHaveAttribute('data-printed', /^\/print\/[\w-]+ monospace .*Konter Contoh/s);
  await expect(page.getByText('Konter Contoh')).toBeHidden();

  await test.step('and so does each other call that leaves a slip to the page, as that of a paid tab', async () => {
    fakeHost.app.handlers['tabs.print'] = async () => {
      const html = '<!doctype html><main>Tanda terima</main>';
      const slip = await fakeHost.printJobs.print({ saleId: null, copy: 1, html, paper: '58' });
      return ok({ via: 'page', url: slip.kind === 'page' ? slip.url : null, text: 'Tanda terima' });
    };
    const settlement = { customerId: sale?.id ?? '', at: '2026-03-02T03:04:05.000Z' };
    expect(await page.evaluate((paid) => window.konter.tabs.print(paid), settlement)).toMatchObject({ ok: true });
    await expect(page.locator('html')).toHaveAttribute('data-printed', /^\/print\/[\w-]+ .*Tanda terima/s);
  });
  expect(refused).toEqual([]);
});

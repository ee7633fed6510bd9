import type { Konter } from '../../../src/shared/contract/bridge.ts';
import { expect, desktopTest as test } from '../../support/counter-page.ts';

declare const konter: Konter;

test('an order of the training shop turns to success in the window', async ({ counterWindow }) => {
  const ordered = await counterWindow.evaluate(() =>
    konter.order({ productCode: 'TSEL10', customerNo: '081234567890' }),
  );
  if (!ordered.ok) throw new Error(ordered.error.message);
  await expect
    .poll(
      () =>
        counterWindow.evaluate(async (id) => {
          const stored = await konter.transactions.get({ id });
          return stored.ok ? stored.value.state : stored.error.code;
        }, ordered.value.id),
      { timeout: 10_000 },
    )
    .toBe('success');
});

test('a call that makes no sense resolves to invalid_input', async ({ counterWindow }) => {
  const result = await counterWindow.evaluate(async () => {
    const input = { productCode: '../x', customerNo: 'nobody' };
    return await konter.order(input);
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

import { describe, expect, it } from 'vitest';
import type { SlipSettings } from '../../../../../src/shared/domain/receipt/build.ts';
import { slipText } from '../../../../../src/shared/domain/receipt/layout.ts';
import { buildSettlementSlip, type SettlementSlip } from '../../../../../src/shared/domain/receipt/settlement-slip.ts';
import { slipSettings } from '../../../../support/slips.ts';

describe('the proof of a settlement', () => {
  // The slips stand in tests/golden/slips; after a change that is meant:
  //   npx vitest run tests/unit/shared/domain/receipt/settlement-slip.test.ts -u
  const at = '2026-03-10T03:00:00.000Z';
  const sample: SettlementSlip = {
    name: 'Siti Contoh',
    at,
    method: 'qris',
    amount: 20_000,
    reference: 'RRN 42',
    sales: 2,
    left: 42_000,
    unsettled: 12_000,
    printedAt: at,
  };
  const whole = { ...sample, method: 'cash' as const, reference: null, amount: 62_000, left: 0, unsettled: 0 };
  const textOf = (slip: SettlementSlip, fields: Partial<SlipSettings> = {}) =>
    slipText(buildSettlementSlip(slip, { ...slipSettings, ...fields }));

  it.each(
    Object.entries({ part: sample, whole }).flatMap(([name, slip]) =>
      (['id', 'en'] as const).map((language) => ({ name, slip, language })),
    ),
  )('of $name in $language is as it was agreed', async ({ name, slip, language }) => {
    const text = textOf(slip, { language });
    expect(text.split('\n').every((line) => line.length <= 32)).toBe(true);
    await expect(text).toMatchFileSnapshot(`../../../../golden/slips/settlement-${name}.${language}.txt`);
  });

  it('above five million rupiah has the hint about stamp duty, and not in training', () => {
    const large = { ...whole, amount: 5_000_001 };
    expect(textOf(large)).toContain('Bea meterai');
    expect(textOf(large, { training: true })).not.toContain('Bea meterai');
    expect(textOf({ ...whole, amount: 5_000_000 })).not.toContain('Bea meterai');
  });

  it('that is printed on a later day says of when its debt is, and names nobody who was erased', () => {
    const text = textOf({ ...sample, name: null, printedAt: '2026-03-12T03:00:00.000Z' });
    expect(text).toContain('Sisa per 12/03/2026 10:00');
    expect(text).not.toContain('Dari');
  });

  it('is marked in training', () => {
    expect(textOf(sample, { training: true })).toContain('LATIHAN');
  });
});

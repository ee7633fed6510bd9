import { beforeAll, describe, expect, it, vi } from 'vitest';
import { figuresOf, periodRow } from '../../../../../src/renderer/features/checkout/sale-figures.ts';
import { loadLaterMessages, startI18n } from '../../../../../src/renderer/i18n/i18n.ts';
import { t } from '../../../../../src/renderer/i18n/translation.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

describe('the months of a bill, as they are read back', () => {
  beforeAll(() => {
    vi.stubGlobal('document', { documentElement: {} });
    return startI18n('id').then(() => loadLaterMessages());
  });

  const rowOf = (periods: readonly string[]) => {
    const details = periods.map((period) => ({ period, billValue: 1, priceAdmin: 0 }));
    const sale = fakeSale({ kind: 'postpaid', state: 'inquired' });
    return periodRow(t, figuresOf({ ...sale, bill: { billSheet: details.length, details } }));
  };

  it('are the first and the last, with their number where there are several', () => {
    expect(rowOf(['Maret 2026'])).toEqual(['Periode', 'Maret 2026']);
    expect(rowOf(['Januari 2026', 'Februari 2026', 'Maret 2026'])).toEqual([
      'Periode',
      'Januari 2026 – Maret 2026 · 3 periode',
    ]);
  });

  it('are in the language of the screen, as on the slip', async () => {
    await startI18n('en');
    await loadLaterMessages();
    expect(rowOf(['Agu 2026', 'Sep 2026', 'Okt 2026'])).toEqual(['Period', 'Aug 2026 – Oct 2026 · 3 periods']);
    await startI18n('id');
    await loadLaterMessages();
  });

  it('are counted where the provider names none, and are of no order', () => {
    expect(rowOf(['', ''])).toEqual(['Periode', '2 periode']);
    expect(periodRow(t, figuresOf(fakeSale({ kind: 'prepaid' })))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { billScene, orderScene } from '../../../../src/renderer/app/customer-display.ts';
import { useCheckout } from '../../../../src/renderer/features/checkout/index.ts';
import { DisplayScene } from '../../../../src/shared/contract/display.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

describe('what the customer sees', () => {
  const { order: fresh, bill: newBill } = useCheckout.getInitialState();
  const product = { productCode: 'TSEL10', productName: 'Telkomsel 10.000', kind: 'prepaid' };
  // Of an offered product the scene reads only these.
  const draft = { ...fresh.draft, customerNo: '081234567890', price: 12_000, product: product as never };

  it('shows nothing before something was taken, whatever stands in the field', () => {
    expect(orderScene({ ...fresh, text: 'budi 0812' }, {})).toEqual({ kind: 'idle' });
    expect(billScene({ ...newBill, text: '5300', customerNo: '530000000001' }, {})).toEqual({
      kind: 'idle',
    });
  });

  it('shows what is put together, asks when it is read back, and says nothing of what it costs the shop', () => {
    const seen = orderScene({ ...fresh, draft: { ...draft, customerNo: '+62 812-3456-7890' }, phase: 'confirm' }, {});
    expect(DisplayScene.parse(seen)).toEqual({
      kind: 'draft',
      product: 'Telkomsel 10.000',
      customerNo: '081234567890',
      total: 12_000,
      tendered: null,
      asking: true,
    });
  });

  it('names the sale as soon as main has made it, and leaves its result to main', () => {
    const sending = { ...fresh, draft, phase: 'sending', submittedAt: Date.parse('2026-03-02T03:00:00Z') } as const;
    expect(orderScene(sending, {})).toMatchObject({ kind: 'draft', asking: false });
    const sale = fakeSale({
      id: 'made',
      productCode: 'TSEL10',
      customerNo: '081234567890',
      state: 'sending',
      sentAt: '2026-03-02T03:00:00.500Z',
    });
    const named = { kind: 'sale', id: 'made', tendered: null, asking: false };
    expect(orderScene(sending, { made: sale })).toEqual(named);
    expect(orderScene({ ...sending, phase: 'result', saleId: 'made' }, {})).toEqual(named);
  });

  it('shows a bill once the provider named it, with the cash that was typed, and asks when it is read back', () => {
    const bill = { ...newBill, saleId: 'b', tendered: 100_000, phase: 'confirm' } as const;
    expect(billScene(bill, {})).toEqual({ kind: 'sale', id: 'b', tendered: 100_000, asking: true });
    expect(billScene({ ...bill, phase: 'result' }, {})).toMatchObject({ asking: false });
  });
});

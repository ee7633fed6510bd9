import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { saleScene, startCustomerDisplay } from '../../../../src/renderer/app/customer-display.ts';
import { useCheckout } from '../../../../src/renderer/features/checkout/index.ts';
import { allCash } from '../../../../src/renderer/features/payment/payment-choice.ts';
import { usePriceCheck } from '../../../../src/renderer/features/prices/price-check-store.ts';
import { useSettings } from '../../../../src/renderer/state/settings.ts';
import { DisplayScene } from '../../../../src/shared/contract/display.ts';
import { ok } from '../../../../src/shared/contract/errors.ts';
import { fakeSettings } from '../../../support/fake-app.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

describe('what the customer sees', () => {
  const { order: fresh, bill: newBill } = useCheckout.getInitialState();
  const product = { productCode: 'TSEL10', productName: 'Telkomsel 10.000', kind: 'prepaid' };
  // Of an offered product the scene reads only these.
  const draft = { ...fresh.draft, customerNo: '081234567890', price: 12_000, product: product as never };

  it('shows nothing before something was taken, whatever stands in the field', () => {
    expect(saleScene({ ...fresh, text: 'budi 0812' }, {})).toEqual({ kind: 'idle' });
    expect(
      saleScene({ ...newBill, text: '5300', draft: { ...newBill.draft, customerNo: '530000000001' } }, {}),
    ).toEqual({
      kind: 'idle',
    });
  });

  it('shows what is put together, asks when it is read back, and says nothing of what it costs the shop', () => {
    const seen = saleScene({ ...fresh, draft: { ...draft, customerNo: '+62 812-3456-7890' }, phase: 'confirm' }, {});
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
    expect(saleScene(sending, {})).toMatchObject({ kind: 'draft', asking: false });
    const sale = fakeSale({
      id: 'made',
      productCode: 'TSEL10',
      customerNo: '081234567890',
      state: 'sending',
      sentAt: '2026-03-02T03:00:00.500Z',
    });
    const named = { kind: 'sale', id: 'made', tendered: null, asking: false };
    expect(saleScene(sending, { made: sale })).toEqual(named);
    expect(saleScene({ ...sending, phase: 'result', saleId: 'made' }, {})).toEqual(named);
  });

  it('shows a bill once the provider named it, with the cash that was typed, and asks when it is read back', () => {
    const bill = { ...newBill, draft: { ...newBill.draft, bill: 'b', tendered: 100_000 }, phase: 'confirm' } as const;
    expect(saleScene(bill, {})).toEqual({ kind: 'sale', id: 'b', tendered: 100_000, asking: true });
    expect(saleScene({ ...bill, phase: 'result' }, {})).toMatchObject({ asking: false });
  });

  it('shows no price and no cash while it is typed: it may be a PIN', () => {
    const typed = { ...fresh, draft: { ...draft, tendered: 482_615 }, step: 'tendered', text: '482615' } as const;
    expect(saleScene(typed, {})).toMatchObject({ total: 12_000, tendered: null });
    expect(saleScene({ ...typed, text: '', phase: 'confirm' }, {})).toMatchObject({ tendered: 482_615 });
    const price = { ...fresh, draft: { ...draft, price: 5038 }, step: 'price', text: '5038' } as const;
    expect(saleScene(price, {})).toMatchObject({ product: 'Telkomsel 10.000', total: null });
    const payment = { ...allCash, first: 'qris', second: 'cash', part: 5038 } as const;
    expect(saleScene({ ...typed, draft: { ...draft, payment } }, {})).not.toHaveProperty('payments');
    const counted = { ...newBill.draft, bill: 'b', tendered: 482_615 };
    const bill = { ...newBill, draft: counted, step: 'tendered', text: '482615' } as const;
    expect(saleScene(bill, {})).toMatchObject({ tendered: null });
  });

  describe('a sale paid by QRIS', () => {
    const payment = { ...allCash, first: 'qris' } as const;
    const byQris = { ...fresh, draft: { ...draft, payment }, phase: 'confirm' } as const;

    it('says what is due while it is read back, and no more once it is sent', () => {
      expect(DisplayScene.parse(saleScene(byQris, {}))).toMatchObject({ qrisDue: 12_000, asking: true });
      expect(saleScene({ ...byQris, phase: 'entry' }, {})).not.toHaveProperty('qrisDue');
      expect(saleScene({ ...byQris, phase: 'sending' }, {})).not.toHaveProperty('qrisDue');
    });

    it('says only the part that is paid by it', () => {
      const split = { ...allCash, first: 'cash', part: 5000, second: 'qris' } as const;
      expect(saleScene({ ...byQris, draft: { ...draft, payment: split } }, {})).toMatchObject({ qrisDue: 7000 });
      const bill = { ...newBill, draft: { ...newBill.draft, bill: 'b', payment: split }, phase: 'confirm' } as const;
      expect(saleScene(bill, { b: fakeSale({ total: 90_000 }) })).toMatchObject({ qrisDue: 85_000 });
    });

    it('does not ask a second time for what came in for an unsent order', () => {
      const taken = [{ method: 'qris', amount: 10_000, reference: null, customerId: null }] as const;
      const cashFrom = fakeSale({ state: 'unsent', total: 10_000, payments: [...taken] });
      const again = { ...byQris, draft: { ...byQris.draft, cashFrom } };
      expect(saleScene(again, {})).toMatchObject({ qrisDue: 2000 });
      expect(saleScene({ ...again, draft: { ...again.draft, price: 10_000 } }, {})).not.toHaveProperty('qrisDue');
    });
  });
});

describe('the scenes of the customer’s display', () => {
  it('are sent one after the other, and one that main did not take again with the next change', async () => {
    const scenes: DisplayScene[] = [];
    const answers: Array<(answer: unknown) => void> = [];
    const show = (scene: DisplayScene) => {
      scenes.push(scene);
      return new Promise((answer) => answers.push(answer));
    };
    const setTimeout = (run: () => void): void => queueMicrotask(run);
    vi.stubGlobal('window', { konter: { display: { show } }, setTimeout });
    onTestFinished(() => void vi.unstubAllGlobals());
    const view = fakeSettings();
    const { display } = view.settings;
    useSettings.setState({ view: { ...view, settings: { ...view.settings, display: { ...display, on: true } } } });
    startCustomerDisplay();
    const pick = (productCode: string): void =>
      // Of an offer the scene reads only these.
      usePriceCheck.setState({ offer: { product: { productCode, productName: null }, sellingPrice: 1 } as never });
    pick('A');
    await vi.waitFor(() => expect(scenes).toHaveLength(1));
    pick('B');
    pick('C');
    await Promise.resolve();
    expect(scenes).toHaveLength(1);
    answers[0]?.(ok({ shown: true }));
    await vi.waitFor(() => expect(scenes).toMatchObject([{ product: 'A' }, { product: 'C' }]));
    answers[1]?.(null);
    await vi.waitFor(() => {
      pick('C');
      expect(scenes).toHaveLength(3);
    });
    expect(scenes[2]).toMatchObject({ product: 'C' });
  });
});

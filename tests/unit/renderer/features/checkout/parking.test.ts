import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  reset,
  update,
  updateDraft,
  updateRequest,
  useCheckout,
} from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import { typeEntry } from '../../../../../src/renderer/features/checkout/entry-amounts.ts';
import {
  clearEntry,
  continueDespiteMismatch,
  submitEntry,
} from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import {
  bringBack,
  parkOrBringBack,
  repeatSale,
  stillUnsaved,
  useParking,
} from '../../../../../src/renderer/features/checkout/parking.ts';
import { submitSale } from '../../../../../src/renderer/features/checkout/submission.ts';
import { refreshOffers, useOffers } from '../../../../../src/renderer/state/offers.ts';
import { navigate, useRouter } from '../../../../../src/renderer/state/router.ts';
import { receiveParked, useParked } from '../../../../../src/renderer/state/sales.ts';
import { fail, ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../../../../src/shared/contract/events.ts';
import type { ParkedDraft, ParkedSale } from '../../../../../src/shared/contract/parking.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { fakeCatalogue, fakeParking } from '../../../../support/fake-features.ts';
import { fakeProducts, fakeSale } from '../../../../support/fake-sales.ts';

describe('parking a sale', () => {
  const number = '081234567890';
  const order = vi.fn<() => Promise<unknown>>();
  const pay = vi.fn<() => Promise<unknown>>();
  const get = vi.fn<() => Promise<unknown>>();
  const takeCall = vi.fn<(input: { id: string; instead?: ParkedDraft }) => Promise<unknown>>();
  const productCall = vi.fn<() => Promise<unknown>>();
  const parkCall = vi.fn<(input: { draft: ParkedDraft }) => Promise<unknown>>();
  const catalogue = fakeCatalogue(() => {});

  beforeEach(async () => {
    const fake = fakeParking((event: KonterEvent) => event.type === 'parking' && receiveParked(event.parked));
    parkCall.mockReset().mockImplementation((input) => fake['parking.park'](input));
    takeCall.mockReset().mockImplementation((input) => fake['parking.take'](input));
    productCall.mockReset().mockResolvedValue(fail('not_found', 'x'));
    order.mockReset();
    pay.mockReset();
    get.mockReset().mockResolvedValue(fail('not_found', 'x'));
    const parking = {
      list: () => fake['parking.list'](undefined),
      park: parkCall,
      take: takeCall,
    };
    const list = async () => catalogue['catalogue.list'](undefined);
    vi.stubGlobal('window', {
      konter: { order, pay, product: productCall, transactions: { get }, parking, catalogue: { list } },
    });
    await refreshOffers();
    receiveParked([]);
    useParking.setState({ unsaved: [], choosing: null, error: null });
    reset('order');
    reset('bill');
    navigate('sell');
  });
  afterEach(() => vi.unstubAllGlobals());

  const enter = async (text: string): Promise<void> => {
    typeEntry('order', text);
    await submitEntry('order');
  };
  const sell = () => useCheckout.getState().order;
  const parked = (): readonly ParkedSale[] => useParked.getState().parked;
  const press = async (): Promise<void> => {
    parkOrBringBack('order');
    await vi.waitFor(() => expect(useParking.getState().unsaved.filter(({ error }) => error === null)).toEqual([]));
  };

  it('brings number, product, cash and the way of paying back, and sends nothing', async () => {
    await enter(number);
    await enter('tsel10');
    const price = sell().draft.price ?? 0;
    updateDraft('order', {
      payment: { first: 'cash', part: 5000, second: 'qris', customer: null, references: { qris: 'Q1' } },
    });
    await press();
    expect(sell()).toMatchObject({ text: '', step: 'customerNo', draft: { customerNo: '', product: null } });
    expect(parked()).toMatchObject([{ draft: { kind: 'order', customerNo: number, productCode: 'TSEL10' } }]);
    expect(JSON.stringify(parked())).not.toContain(String(price));
    await press();
    await vi.waitFor(() => expect(parked()).toEqual([]));
    expect(sell()).toMatchObject({
      phase: 'entry',
      step: 'tendered',
      draft: { customerNo: number, product: { productCode: 'TSEL10' }, price, payment: { second: 'qris', part: 5000 } },
    });
    expect(order).not.toHaveBeenCalled();
    expect(pay).not.toHaveBeenCalled();
  });

  it('brings a sale back that was on its way to the disk when the key was pressed again', async () => {
    const stored = Promise.withResolvers<void>();
    const parkNow = parkCall.getMockImplementation();
    parkCall.mockImplementation(async (input) => {
      await stored.promise;
      return parkNow?.(input);
    });
    await enter(number);
    parkOrBringBack('order');
    parkOrBringBack('order');
    expect(sell().draft.customerNo).toBe('');
    stored.resolve();
    await vi.waitFor(() => expect(sell().draft.customerNo).toBe(number));
    expect(parked()).toEqual([]);
  });

  it('brings none back where the next number is typed meanwhile, or the disk takes none', async () => {
    for (const answer of ['stored', 'full'] as const) {
      const stored = Promise.withResolvers<void>();
      const parkNow = parkCall.getMockImplementation();
      parkCall.mockImplementationOnce(async (input) => {
        await stored.promise;
        return answer === 'stored' ? parkNow?.(input) : fail('internal', 'x');
      });
      await enter(number);
      parkOrBringBack('order');
      parkOrBringBack('order');
      if (answer === 'stored') typeEntry('order', '0812');
      stored.resolve();
      await vi.waitFor(() =>
        expect(useParking.getState().unsaved.map(({ error }) => error?.code)).toEqual(
          answer === 'stored' ? [] : ['internal'],
        ),
      );
      expect(sell()).toMatchObject({ text: answer === 'stored' ? '0812' : '', draft: { customerNo: '' } });
      reset('order');
      receiveParked([]);
      expect(sell().draft.customerNo).toBe('');
    }
  });

  it('asks the price again: a typed one is not trusted, and one that the shop has changed is the new one', async () => {
    await enter(number);
    await enter('tsel10');
    updateDraft('order', { price: 1 });
    typeEntry('order', '20000');
    await press();
    useOffers.setState(({ offers }) => ({
      offers: (offers ?? []).map((offer) => Object.assign({}, offer, { sellingPrice: 12_500 })),
    }));
    await press();
    await vi.waitFor(() => expect(sell().draft).toMatchObject({ price: 12_500, tendered: 20_000 }));
    expect(sell()).toMatchObject({ text: '20000', step: 'tendered' });
  });

  it('asks again whether a number fits, though somebody had said so', async () => {
    await enter('081712345678');
    await enter('tsel10');
    expect(sell().mismatch).not.toBeNull();
    continueDespiteMismatch('order');
    await press();
    await press();
    await vi.waitFor(() => expect(sell().mismatch).not.toBeNull());
  });

  it('brings nothing back that is on its way to the disk, and shows it once when it is there', async () => {
    const stored = Promise.withResolvers<void>();
    const park = parkCall.getMockImplementation();
    parkCall.mockImplementation(async (input) => {
      const answer = await park?.(input);
      await stored.promise;
      return answer;
    });
    await enter(number);
    parkOrBringBack('order');
    const [onItsWay] = useParking.getState().unsaved;
    if (!onItsWay) throw new Error('nothing was let go of');
    await bringBack(onItsWay);
    expect(sell().draft.customerNo).toBe('');
    await vi.waitFor(() => expect(parked()).toHaveLength(1));
    expect(stillUnsaved(useParking.getState().unsaved, parked())).toEqual([]);
    stored.resolve();
    await vi.waitFor(() => expect(useParking.getState().unsaved).toEqual([]));
  });

  it('keeps what was typed and not accepted yet', async () => {
    typeEntry('order', '08123');
    await press();
    await press();
    await vi.waitFor(() => expect(sell()).toMatchObject({ text: '08123', step: 'customerNo' }));
  });

  it('parks the sale in the field when another is brought back', async () => {
    await enter('081200000001');
    await press();
    await enter('081200000002');
    const [first] = parked();
    if (first) await bringBack(first);
    expect(sell().draft.customerNo).toBe('081200000001');
    expect(parked().map(({ draft }) => draft.customerNo)).toEqual(['081200000002']);
  });

  it('asks which one where there are several', async () => {
    for (const each of ['081200000001', '081200000002']) {
      await enter(each);
      await press();
    }
    await press();
    expect(useParking.getState().choosing).toBe(sell());
    expect(parked()).toHaveLength(2);
  });

  it('loses nothing where the disk takes nothing', async () => {
    parkCall.mockResolvedValue(fail('internal', 'x', { reason: 'disk_full' }));
    await enter(number);
    await press();
    const [unsaved] = useParking.getState().unsaved;
    expect(unsaved).toMatchObject({ draft: { customerNo: number }, error: { reason: 'disk_full' } });
    if (unsaved) await bringBack(unsaved);
    expect(sell().draft.customerNo).toBe(number);
    expect(useParking.getState().unsaved).toEqual([]);
  });

  it('leaves the field alone where another window has taken the sale', async () => {
    await enter('081200000002');
    await bringBack({ id: 'gone', draft: { ...draftOfNumber('081200000001') } });
    expect(sell().draft.customerNo).toBe('081200000002');
    expect(useParking.getState()).toMatchObject({ unsaved: [], error: { reason: 'not_parked' } });
    expect(parked()).toEqual([]);
  });

  it('does not touch a sale that is being sent', async () => {
    update('order', { phase: 'sending' });
    parkOrBringBack('order');
    await bringBack({ id: 'any', draft: draftOfNumber('081200000001') });
    expect(sell().phase).toBe('sending');
    expect(parkCall).not.toHaveBeenCalled();
  });

  it('finds a parked bill by its id, with the total as it stands there now', async () => {
    const bill: Transaction = fakeSale({ kind: 'postpaid', state: 'inquired', productCode: 'PLNPOST', total: 99_000 });
    get.mockResolvedValue(ok(bill));
    updateDraft('bill', { product: { productCode: 'PLNPOST' }, customerNo: bill.customerNo, bill: bill.id });
    update('bill', { step: 'tendered' });
    parkOrBringBack('bill');
    await vi.waitFor(() => expect(parked()).toHaveLength(1));
    expect(JSON.stringify(parked())).not.toContain('99000');
    const [first] = parked();
    if (first) await bringBack(first);
    expect(useRouter.getState().route).toBe('bills');
    expect(useCheckout.getState().bill).toMatchObject({ draft: { bill: bill.id, price: null }, step: 'tendered' });
    expect(pay).not.toHaveBeenCalled();
  });

  /** The parked sale, whose answer comes when the function is called. */
  async function takenSlowly(): Promise<{ taken: Promise<void>; answer: () => void }> {
    const [first] = parked();
    if (!first) throw new Error('nothing is parked');
    const later = Promise.withResolvers<void>();
    const take = takeCall.getMockImplementation();
    takeCall.mockImplementation(async (input) => {
      const answer = await take?.(input);
      await later.promise;
      return answer;
    });
    return { taken: bringBack(first), answer: () => later.resolve() };
  }

  it('brings one back once, however often it is pressed', async () => {
    await enter(number);
    await press();
    const [first] = parked();
    if (!first) throw new Error('nothing is parked');
    await Promise.all([bringBack(first), bringBack(first)]);
    expect(takeCall).toHaveBeenCalledOnce();
    expect(sell().draft.customerNo).toBe(number);
    expect(useParking.getState().error).toBeNull();
  });

  it('parks it again where another sale is sent while the disk is asked, and no sale that was sent', async () => {
    await enter(number);
    await press();
    const { taken, answer } = await takenSlowly();
    await enter('TSEL10.081234567892');
    await submitEntry('order');
    const sent = Promise.withResolvers<unknown>();
    order.mockReturnValue(sent.promise);
    const sending = submitSale('order');
    answer();
    await taken;
    expect(sell()).toMatchObject({ phase: 'sending', draft: { customerNo: '081234567892' } });
    expect(parked().map(({ draft }) => draft.customerNo)).toEqual([number]);
    sent.resolve(ok(fakeSale({ state: 'pending' })));
    await sending;
    expect(sell().phase).toBe('result');
  });

  it('puts no cash and no way of paying on the sale that is typed while its product is looked up', async () => {
    const draft = { ...draftOfNumber(number), productCode: 'GONE5', tendered: 50_000 };
    void parkCall({
      draft: { ...draft, payment: { first: 'qris', part: null, second: null, customerId: null, references: {} } },
    });
    await vi.waitFor(() => expect(parked()).toHaveLength(1));
    const looked = Promise.withResolvers<unknown>();
    productCall.mockReturnValue(looked.promise);
    const [first] = parked();
    const taken = first && bringBack(first);
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    clearEntry('order');
    await enter('081234567892');
    looked.resolve(fail('not_found', 'x'));
    await taken;
    expect(sell()).toMatchObject({ text: '', step: 'product', draft: { customerNo: '081234567892', tendered: null } });
    expect(sell().draft.payment).toBeUndefined();
  });

  it('parks a bill that is typed while a parked one is read', async () => {
    const bill: Transaction = fakeSale({ kind: 'postpaid', state: 'inquired', productCode: 'PLNPOST', total: 99_000 });
    updateDraft('bill', { product: { productCode: 'PLNPOST' }, customerNo: bill.customerNo, bill: bill.id });
    update('bill', { step: 'tendered' });
    parkOrBringBack('bill');
    await vi.waitFor(() => expect(parked()).toHaveLength(1));
    const read = Promise.withResolvers<unknown>();
    get.mockReturnValue(read.promise);
    const [first] = parked();
    const taken = first && bringBack(first);
    await vi.waitFor(() => expect(get).toHaveBeenCalled());
    updateRequest('bill', { product: { productCode: 'PDAM' }, customerNo: '530000000099' });
    read.resolve(ok(bill));
    await taken;
    expect(useCheckout.getState().bill).toMatchObject({
      draft: { product: { productCode: 'PLNPOST' }, bill: bill.id },
    });
    await vi.waitFor(() => expect(parked().map(({ draft }) => draft.customerNo)).toEqual(['530000000099']));
  });

  function draftOfNumber(customerNo: string): ParkedDraft {
    return {
      kind: 'order',
      customerNo,
      productCode: '',
      step: 'customerNo',
      text: '',
      left: {},
      tendered: null,
      payment: null,
      cashFrom: null,
    };
  }
});

describe('a repeat that takes the cash along', () => {
  const order = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();
  const unsent = fakeSale({
    state: 'unsent',
    customerNo: '081234567890',
    total: 12_000,
    tendered: 15_000,
    change: 3000,
  });

  beforeEach(() => {
    order.mockReset();
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    vi.stubGlobal('window', { konter: { order, catalogue: { list: async () => ok({ items: [] }) } } });
    const product = fakeProducts.find(({ productCode }) => productCode === unsent.productCode);
    if (!product) throw new Error('the sale is of a product that is not for sale');
    const own = { favourite: false, group: null, place: null, hidden: false, logo: null };
    useOffers.setState({ offers: [{ product, sellingPrice: 13_000, ...own }] });
    reset('order');
  });
  afterEach(() => vi.unstubAllGlobals());

  it('takes product, number, price and cash over from an unsent sale, and sends once', async () => {
    repeatSale(unsent);
    await submitEntry('order');
    expect(useCheckout.getState().order.phase).toBe('confirm');
    await Promise.all([submitSale('order'), submitSale('order')]);
    expect(order).toHaveBeenCalledOnce();
    expect(order).toHaveBeenCalledWith(
      expect.objectContaining({
        productCode: unsent.productCode,
        customerNo: '081234567890',
        sellingPrice: 12_000,
        tendered: 15_000,
        cashFrom: unsent.id,
      }),
    );
  });

  it('leaves the cash where it is once another number is typed', () => {
    repeatSale(unsent);
    updateDraft('order', { price: 14_000 });
    expect(useCheckout.getState().order.draft.cashFrom).toBe(unsent);
    updateDraft('order', { customerNo: '081299999999' });
    expect(useCheckout.getState().order.draft.cashFrom).toBeUndefined();
  });

  it('takes no cash over that was handed back, or of a sale that failed', () => {
    for (const sale of [
      { ...unsent, cashReturnedAt: unsent.createdAt },
      { ...unsent, state: 'failed' as const },
    ]) {
      repeatSale(sale);
      expect(useCheckout.getState().order.draft).toMatchObject({ customerNo: '081234567890', tendered: null });
      expect(useCheckout.getState().order.draft.cashFrom).toBeUndefined();
    }
  });
});

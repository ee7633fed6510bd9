import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropTypedAhead,
  reset,
  update,
  updateDraft,
  useCheckout,
  useTypedAhead,
} from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import {
  refuseAsked,
  toggleKeepPrice,
  typeEntry,
} from '../../../../../src/renderer/features/checkout/entry-amounts.ts';
import {
  acceptAsked,
  clearEntry,
  editField,
  selectOffer,
  stepBack,
  submitEntry,
  typeAhead,
} from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import { offerOfCode } from '../../../../../src/renderer/features/checkout/offer-search.ts';
import { orderInput } from '../../../../../src/renderer/features/checkout/submission.ts';
import { call } from '../../../../../src/renderer/host/call.ts';
import { useBatch } from '../../../../../src/renderer/state/batch.ts';
import { currentOffers, refreshOffers, useOffers } from '../../../../../src/renderer/state/offers.ts';
import { dropPageData } from '../../../../../src/renderer/state/page-data.ts';
import { navigate, showReceipts, useRouter } from '../../../../../src/renderer/state/router.ts';
import { fail, ok } from '../../../../../src/shared/contract/errors.ts';
import { fakeCatalogue } from '../../../../support/fake-features.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

describe('typing a sale', () => {
  const number = '081234567890';
  const inquiry = vi.fn<() => Promise<unknown>>();
  const product = vi.fn<() => Promise<unknown>>();
  const check = vi.fn<() => Promise<unknown>>();
  const catalogue = fakeCatalogue(() => {});

  beforeEach(async () => {
    inquiry.mockReset().mockResolvedValue(ok(fakeSale({ kind: 'postpaid', state: 'inquired' })));
    product.mockReset().mockResolvedValue(fail('not_found', 'x'));
    check.mockReset().mockResolvedValue(ok(null));
    const list = async () => catalogue['catalogue.list'](undefined);
    vi.stubGlobal('window', { konter: { inquiry, product, catalogue: { list }, orders: { check } } });
    await refreshOffers();
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

  it('takes number, product and cash one after the other, and reads back', async () => {
    await enter('+62 812-3456-7890');
    expect(sell()).toMatchObject({ text: '', step: 'product', draft: { customerNo: number } });
    await enter('tsel10');
    expect(sell()).toMatchObject({ step: 'tendered', draft: { product: { productCode: 'TSEL10' } } });
    const price = sell().draft.price ?? 0;
    expect(price).toBeGreaterThan(0);
    typeEntry('order', String(price + 5000));
    expect(sell()).toMatchObject({ phase: 'entry', draft: { tendered: price + 5000 } });
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: price + 5000 } });
  });

  it('takes them in any order, and both at once, with or without a count', async () => {
    await enter('TSEL10');
    expect(sell().step).toBe('customerNo');
    await enter(number);
    expect(sell().step).toBe('tendered');
    reset('order');
    await enter(`TSEL10.2.${number}`);
    expect(sell()).toMatchObject({ step: 'tendered', draft: { customerNo: number } });
    await enter('0800000000205');
    expect(sell().draft).toMatchObject({ customerNo: '0800000000205' });
  });

  it('keeps a number typed for cash from being cash, and too little cash from being read back', async () => {
    await enter(`TSEL10.${number}`);
    typeEntry('order', '0812');
    expect(sell().draft.tendered).toBeNull();
    await enter('1000');
    expect(sell()).toMatchObject({ phase: 'entry', entryError: 'short' });
  });

  it('asks about digits at the cash that may be a number, and about cash far above the total', async () => {
    await enter(`TSEL10.${number}`);
    await enter('6281298700002');
    expect(sell()).toMatchObject({ text: '6281298700002', question: { is: 'number' }, draft: { customerNo: number } });
    refuseAsked('order');
    expect(sell()).toMatchObject({ step: 'tendered', text: '', question: null, draft: { customerNo: number } });
    await enter('12345678');
    expect(sell()).toMatchObject({ phase: 'entry', question: { is: 'amount', amount: 12_345_678 } });
    await acceptAsked('order');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: 12_345_678 } });
  });

  it.each(['520000000002', '081234567891', 'abc', 'PLNPOST.530000000002'])(
    'keeps a bill that was found until a person says otherwise, whatever is typed at the cash: %s',
    async (typed) => {
      const bill = { draft: { product: { productCode: 'PLNPOST' }, customerNo: '530000000001', bill: 'found' } };
      updateDraft('bill', bill.draft);
      update('bill', { step: 'tendered' });
      typeEntry('bill', typed);
      await submitEntry('bill');
      expect(useCheckout.getState().bill).toMatchObject(bill);
      expect(useCheckout.getState().bill.question).not.toBeNull();
      expect(inquiry).not.toHaveBeenCalled();
      refuseAsked('bill');
      expect(useCheckout.getState().bill).toMatchObject({ ...bill, text: '', question: null });
    },
  );

  it.each([
    ['0', 'zero'],
    ['-5000', 'amount'],
    ['12,5', 'amount'],
    ['999999999', 'amount'],
  ] as const)('refuses %j for cash', async (typed, entryError) => {
    await enter(`TSEL10.${number}`);
    await enter(typed);
    expect(sell()).toMatchObject({ phase: 'entry', step: 'tendered', entryError });
  });

  it('refuses what main would refuse as soon as product and number are there, and goes on once that has passed', async () => {
    const other = fakeSale({ state: 'pending' });
    check.mockResolvedValue(fail('in_flight', 'x', { other }));
    await enter(`TSEL10.${number}`);
    await vi.waitFor(() => expect(sell().refusal).toMatchObject({ code: 'in_flight', other: { id: other.id } }));
    await submitEntry('order');
    await vi.waitFor(() => expect(sell()).toMatchObject({ phase: 'entry', entryError: 'refused' }));
    check.mockResolvedValue(ok(null));
    await submitEntry('order');
    await vi.waitFor(() => expect(sell()).toMatchObject({ phase: 'confirm', refusal: null }));
  });

  it.each(['cut_off', 'duplicate', 'internal'] as const)('leaves %s to the end, and to a person', async (code) => {
    check.mockResolvedValue(fail(code, 'x'));
    await enter(`TSEL10.${number}`);
    await vi.waitFor(() => expect(sell().refusal).toMatchObject({ code }));
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm' });
  });

  it('leaves a sale that is sent by now alone, where an Enter before it is answered late', async () => {
    check.mockResolvedValue(fail('relay_unreachable', 'x'));
    await enter(`TSEL10.${number}`);
    await vi.waitFor(() => expect(sell().refusal).toMatchObject({ code: 'relay_unreachable' }));
    const late = Promise.withResolvers<unknown>();
    check.mockReturnValue(late.promise);
    await submitEntry('order');
    update('order', { phase: 'sending' });
    late.resolve(ok(null));
    await vi.waitFor(() => expect(sell().refusal).toBeNull());
    expect(sell()).toMatchObject({ phase: 'sending', entryError: null });
  });

  it('forgets the refusal of another product or number, also where its answer comes late', async () => {
    const late = Promise.withResolvers<unknown>();
    check.mockReturnValueOnce(late.promise);
    await enter(`TSEL10.${number}`);
    await enter('081298765432');
    late.resolve(fail('in_flight', 'x'));
    await late.promise;
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm', refusal: null, draft: { customerNo: '081298765432' } });
  });

  it('sells a product without a price for what is typed, which is the shop’s price only where a person says so', async () => {
    const offer = offerOfCode(currentOffers(), 'TSEL10');
    if (!offer) throw new Error('no offer');
    const withoutPrice = { ...offer, sellingPrice: null };
    useOffers.setState({ offers: currentOffers().map((each) => (each === offer ? withoutPrice : each)) });
    await enter(`TSEL10.${number}`);
    expect(sell()).toMatchObject({ step: 'price', draft: { price: null } });
    await enter('12000');
    expect(orderInput(sell().draft, {})).toMatchObject({ productCode: 'TSEL10', sellingPrice: 12_000 });
    expect(orderInput(sell().draft, {})).not.toHaveProperty('keepPrice');
    toggleKeepPrice('order');
    expect(orderInput(sell().draft, {})).toMatchObject({ sellingPrice: 12_000, keepPrice: true });
    dropPageData();
    expect(orderInput(sell().draft, {})).not.toHaveProperty('keepPrice', true);
  });

  it('asks about a price far above the usual one, also where its field is left without Enter', async () => {
    await enter(`TSEL10.${number}`);
    const usual = sell().draft.price ?? 0;
    editField('order', 'price');
    await enter('200000');
    expect(sell()).toMatchObject({ phase: 'entry', step: 'price', question: { is: 'amount', amount: 200_000 } });
    refuseAsked('order');
    expect(sell()).toMatchObject({ question: null, draft: { price: usual } });
    typeEntry('order', '200000');
    editField('order', 'tendered');
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'entry', step: 'price', question: { amount: 200_000 } });
    await acceptAsked('order');
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { price: 200_000 } });
  });

  it('takes no number that may be two', async () => {
    await enter('0812 0000 0001 5');
    expect(sell()).toMatchObject({ entryError: 'unclear', draft: { customerNo: '' } });
    await enter('081200000001 10');
    expect(sell()).toMatchObject({ draft: { customerNo: '081200000001', product: { productCode: 'TSEL10' } } });
  });

  it('takes a chat as it is written: the number and what is for it', async () => {
    await enter('Bu Sri 0812-0000-0001 10rb');
    expect(sell()).toMatchObject({ draft: { customerNo: '081200000001', product: { productCode: 'TSEL10' } } });
    clearEntry('order');
    await enter('Bu Sri 081200000001');
    expect(sell()).toMatchObject({ step: 'product', draft: { customerNo: '081200000001', product: null } });
    clearEntry('order');
    await enter('batal 081200000001 10rb');
    expect(sell()).toMatchObject({ entryError: 'unclear', draft: { customerNo: '' } });
  });

  it('takes back what was taken last, to be typed over', async () => {
    await enter(`TSEL10.${number}`);
    stepBack('order');
    expect(sell().step).toBe('price');
    typeEntry('order', '');
    stepBack('order');
    expect(sell()).toMatchObject({ step: 'product', text: 'TSEL10' });
    editField('order', 'customerNo');
    expect(sell().text).toBe(number);
    await enter('081234567892');
    expect(sell().draft.customerNo).toBe('081234567892');
  });

  it('keeps the price while its field is passed, and a half typed product until it is finished', async () => {
    await enter(`TSEL10.${number}`);
    const { price } = sell().draft;
    stepBack('order');
    typeEntry('order', '');
    stepBack('order');
    stepBack('order');
    expect(sell()).toMatchObject({ step: 'customerNo', text: number, draft: { price } });
    editField('order', 'product');
    typeEntry('order', 'TSE');
    editField('order', 'customerNo');
    await enter('081234567892');
    expect(sell()).toMatchObject({ step: 'product', text: 'TSE', draft: { customerNo: '081234567892', price } });
    await enter('TSEL10');
    expect(sell()).toMatchObject({ step: 'tendered', text: '', left: {} });
  });

  it('begins the next sale with what was typed ahead of it', () => {
    update('order', { phase: 'sending' });
    typeAhead('order', '0', false);
    typeAhead('order', '8', false);
    expect(sell()).toMatchObject({ phase: 'sending', text: '' });
    update('order', { phase: 'result' });
    typeAhead('order', '1', true);
    expect(sell()).toMatchObject({ phase: 'entry', step: 'customerNo', text: '081' });
    expect(useTypedAhead.getState().text).toBe('');
  });

  it('drops at a change of person the text that was typed ahead, and keeps what was typed into the field', () => {
    update('order', { phase: 'sending' });
    for (const digit of '61528') typeAhead('order', digit, false);
    update('order', { phase: 'result' });
    typeAhead('order', '4', true);
    expect(sell().text).toBe('615284');
    dropPageData();
    expect(sell().text).toBe('');
    update('order', { phase: 'result' });
    typeAhead('order', '6', true);
    typeEntry('order', '615284');
    dropPageData();
    expect(sell().text).toBe('');
    typeEntry('order', '0812');
    dropPageData();
    expect(sell().text).toBe('0812');
  });

  it('drops what was gathered since the press where a PIN is asked for', () => {
    update('order', { phase: 'sending' });
    for (const digit of '615284') typeAhead('order', digit, false);
    update('order', { phase: 'result' });
    typeAhead('order', '9', true);
    dropTypedAhead();
    expect([sell().text, useTypedAhead.getState().text]).toEqual(['', '']);
  });

  it('drops it also where its Enter has just made it a number, and keeps a number that somebody goes on with', async () => {
    update('order', { phase: 'result' });
    typeAhead('order', '6', true);
    await enter('615284');
    expect(sell()).toMatchObject({ step: 'product', draft: { customerNo: '615284' } });
    dropTypedAhead();
    expect(sell()).toMatchObject({ step: 'customerNo', text: '', draft: { customerNo: '' } });
    update('order', { phase: 'result' });
    typeAhead('order', '0', true);
    await enter(number);
    await enter('TSEL10');
    dropTypedAhead();
    expect(sell()).toMatchObject({ step: 'tendered', draft: { customerNo: number } });
  });

  it('keeps no PIN that was typed as an entry, once main has it', async () => {
    await enter('615284');
    expect(sell().draft.customerNo).toBe('615284');
    void call('people.signIn', { id: 'p1', pin: '615284' });
    expect(sell()).toMatchObject({ step: 'customerNo', draft: { customerNo: '' } });
    typeEntry('order', '6152');
    void call('people.signIn', { id: 'p1', pin: '615284' });
    expect(sell().text).toBe('');
    await enter(number);
    typeEntry('order', '61528');
    editField('order', 'customerNo');
    void call('people.signIn', { id: 'p1', pin: '615284' });
    expect(sell()).toMatchObject({ text: number, left: {}, draft: { customerNo: number } });
    updateDraft('bill', { product: { productCode: '615284' } });
    useBatch.setState({ text: `${number}\n615284\n` });
    showReceipts({ text: '615284' });
    void call('people.signIn', { id: 'p1', pin: '615284' });
    expect(useCheckout.getState().bill.draft.product).toBeNull();
    expect(useBatch.getState().text).toBe(`${number}\n`);
    expect(useRouter.getState().filter.text).toBe('');
  });

  const signIn = (pin: string) => void call('people.signIn', { id: 'p1', pin });

  it('takes no PIN that was typed as cash, also where its Enter was accepted, and leaves none of it in sight', async () => {
    await enter(number);
    await enter('TSEL10');
    const usual = sell().draft.price;
    typeEntry('order', '482615');
    expect(sell().draft.tendered).toBe(482_615);
    signIn('482615');
    expect(sell()).toMatchObject({ step: 'tendered', text: '', draft: { customerNo: number, tendered: null } });
    await enter('5038');
    expect(sell()).toMatchObject({ text: '5038', entryError: 'short' });
    signIn('5038');
    expect(sell()).toMatchObject({ text: '', entryError: null, draft: { tendered: null, price: usual } });
    await enter('48261');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: 48_261 } });
    signIn('48261');
    expect(sell()).toMatchObject({ phase: 'entry', step: 'tendered', text: '', draft: { tendered: null } });
    await enter('99482615');
    expect(sell().question).toMatchObject({ is: 'amount' });
    signIn('99482615');
    expect(sell()).toMatchObject({ question: null, text: '', draft: { tendered: null } });
    await enter('20000');
    signIn('482615');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: 20_000 } });
    update('order', { phase: 'sending' });
    signIn('20000');
    expect(sell()).toMatchObject({ phase: 'sending', draft: { tendered: 20_000 } });
  });

  it('takes no PIN that was typed as a price: the shop’s own price stands again', async () => {
    await enter(number);
    await enter('TSEL10');
    const usual = sell().draft.price;
    editField('order', 'price');
    typeEntry('order', '5038');
    expect(sell().draft.price).toBe(5038);
    signIn('5038');
    expect(sell()).toMatchObject({ step: 'price', text: '', draft: { price: usual } });
    await enter('15038');
    expect(sell()).toMatchObject({ step: 'tendered', draft: { price: 15_038 } });
    signIn('15038');
    expect(sell()).toMatchObject({ phase: 'entry', text: '', draft: { price: usual } });
  });

  it('leaves no cash or price that nobody accepted to the next person', async () => {
    await enter(number);
    await enter('TSEL10');
    const usual = sell().draft.price;
    typeEntry('order', '482615');
    dropPageData();
    expect(sell()).toMatchObject({ step: 'tendered', text: '', draft: { customerNo: number, tendered: null } });
    editField('order', 'price');
    typeEntry('order', '5038');
    dropPageData();
    expect(sell()).toMatchObject({ step: 'price', text: '', draft: { price: usual } });
    editField('order', 'tendered');
    await enter('20000');
    dropPageData();
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: 20_000 } });
    useCheckout.setState(({ bill }) => ({ bill: { ...bill, step: 'tendered' } }));
    typeEntry('bill', '482615');
    signIn('482615');
    expect(useCheckout.getState().bill).toMatchObject({ text: '', draft: { tendered: null } });
  });

  it('keeps what was typed ahead while another sale is half made in the field', async () => {
    await enter(number);
    update('bill', { origin: 'sell' });
    typeAhead('bill', '9', true);
    expect(sell()).toMatchObject({ step: 'product', text: '' });
    clearEntry('order');
    expect(sell()).toMatchObject({ step: 'customerNo', text: '9' });
  });

  it('says of nonsense why it was not taken, and sends nobody anywhere', async () => {
    await enter('12');
    expect(sell()).toMatchObject({ entryError: 'number', text: '12' });
    await enter('');
    expect(sell().entryError).toBe('number');
    await enter('NOTHING99');
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NOTHING99', phase: 'entry' });
    expect(useRouter.getState().route).toBe('sell');
  });

  it('passes over an answer about a code that was typed on meanwhile', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValue(promise);
    const lookup = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    typeEntry('order', 'NEW100');
    answer(fail('provider_unreachable', 'x'));
    await lookup;
    expect(sell()).toMatchObject({ error: null, text: 'NEW100', phase: 'entry' });
  });

  it('passes over an answer about a code that Escape has left', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValue(promise);
    await enter(number);
    const lookup = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    reset('order');
    answer(fail('provider_unreachable', 'x'));
    await lookup;
    expect(sell()).toMatchObject({ error: null, text: '', step: 'customerNo', phase: 'entry' });
  });

  it('looks the next code up while an earlier lookup is still out', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValueOnce(promise);
    const lookup = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    await enter('NEW100');
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NEW100' });
    answer(fail('provider_unreachable', 'x'));
    await lookup;
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NEW100', phase: 'entry' });
  });

  it('goes on with a product that is chosen from the list while another code is still looked up', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    await enter(number);
    product.mockReturnValue(promise);
    const lookup = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    const offer = offerOfCode(currentOffers(), 'TSEL10');
    if (!offer) throw new Error('it is not for sale');
    selectOffer('order', offer);
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { customerNo: number } });
    answer(fail('provider_unreachable', 'x'));
    await lookup;
    expect(sell()).toMatchObject({ phase: 'confirm', error: null });
  });

  it('keeps what is typed for a bill while another one is being paid, and shows that one', async () => {
    update('bill', { phase: 'sending' });
    await enter('530000000001');
    await enter('PLNPOST');
    expect(sell().draft.customerNo).toBe('530000000001');
    expect(useRouter.getState().route).toBe('bills');
    expect(inquiry).not.toHaveBeenCalled();
  });

  it('leads a bill to its inquiry, and back a prepaid product typed there', async () => {
    await enter('530000000001');
    await enter('PLNPOST');
    expect(useRouter.getState().route).toBe('bills');
    expect(useCheckout.getState().bill).toMatchObject({
      draft: { product: { productCode: 'PLNPOST' }, customerNo: '530000000001' },
      origin: 'sell',
    });
    expect(inquiry).toHaveBeenCalledWith({ productCode: 'PLNPOST', customerNo: '530000000001' });
    expect(sell().draft.customerNo).toBe('');
    await vi.waitFor(() => expect(useCheckout.getState().bill.phase).toBe('entry'));
    reset('bill');
    typeEntry('bill', `TSEL10.${number}`);
    await submitEntry('bill');
    expect(useRouter.getState().route).toBe('sell');
    expect(sell()).toMatchObject({ step: 'tendered', draft: { customerNo: number } });
  });

  it('opens the receipt of a receipt number', async () => {
    await enter('AB7K-000123');
    expect(useRouter.getState()).toMatchObject({ route: 'receipts', filter: { text: 'AB7K-000123' } });
    expect(sell().text).toBe('');
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  compareOffers,
  createCatalogueReads,
  mergeOffers,
  type Offer,
  receiveOffers,
  refreshOffers,
  useOffers,
} from '../../../../src/renderer/state/offers.ts';
import { ok } from '../../../../src/shared/contract/errors.ts';
import { fakeItems } from '../../../support/fake-features.ts';

describe('the offers', () => {
  const offer = (at: number, more: Partial<Offer> = {}): Offer => ({
    product: {
      productCode: `P${at}`,
      productName: `Pulsa ${at}`,
      kind: 'prepaid',
      brand: ['Telkomsel', 'Indosat', null][at % 3] ?? null,
      category: 'Pulsa',
      active: true,
      cutOff: null,
    },
    sellingPrice: (at * 7919) % 5000,
    favourite: at % 11 === 0,
    group: at % 4 === 0 ? null : `Grup ${at % 4}`,
    place: at % 13 === 0 ? at : null,
    hidden: false,
    logo: null,
    ...more,
  });
  const many = Array.from({ length: 500 }, (_, at) => offer(at)).toSorted(compareOffers);

  afterEach(() => vi.unstubAllGlobals());

  it('a product that is published stands where sorting everything again would put it, each product once', () => {
    const updates = [
      offer(3, { sellingPrice: 1 }),
      offer(44, { favourite: false }),
      offer(900),
      offer(7, { place: 0 }),
    ];
    const codes = new Set(updates.map(({ product }) => product.productCode));
    const sorted = [...many.filter(({ product }) => !codes.has(product.productCode)), ...updates].toSorted(
      compareOffers,
    );
    expect(mergeOffers(many, updates)).toEqual(sorted);
    expect(mergeOffers([], updates)).toEqual(updates.toSorted(compareOffers));
    expect(mergeOffers(many, [])).toEqual(many);
  });

  it('a product without a price stands behind those that have one, in its group; a bill needs none', () => {
    const plain = { favourite: false, place: null, group: null };
    const inOrder = [
      offer(1, { ...plain, group: 'A', sellingPrice: 9000 }),
      offer(2, { ...plain, group: 'A', sellingPrice: null }),
      offer(3, { ...plain, product: { ...offer(3).product, kind: 'postpaid', brand: 'A' }, sellingPrice: null }),
      offer(4, { ...plain, product: { ...offer(4).product, brand: 'Z' }, sellingPrice: 8000 }),
      offer(5, { ...plain, product: { ...offer(5).product, brand: 'A' }, sellingPrice: null }),
    ];
    expect(inOrder.toReversed().toSorted(compareOffers)).toEqual(inOrder);
  });

  it('a catalogue that is published product by product changes the list once a frame, to what came last', () => {
    const frames: Array<() => void> = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    useOffers.setState({ offers: many });
    const changed = vi.fn<() => void>();
    const stop = useOffers.subscribe(changed);
    const [item] = fakeItems();
    if (!item) throw new Error('the catalogue is empty');
    for (let price = 1; price <= 100; price += 1) receiveOffers([{ ...item, productCode: 'P1', sellingPrice: price }]);
    expect(changed).not.toHaveBeenCalled();
    for (const frame of frames) frame();
    stop();
    expect(changed).toHaveBeenCalledTimes(1);
    const { offers } = useOffers.getState();
    expect(offers).toHaveLength(many.length);
    expect(offers?.find(({ product }) => product.productCode === 'P1')?.sellingPrice).toBe(100);
  });

  it('keeps a product whose event came while the list was read', async () => {
    const frames: Array<() => void> = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    const drawn = (): void => frames.splice(0).forEach((frame) => frame());
    const [item] = fakeItems();
    if (!item) throw new Error('the catalogue is empty');
    const list = async () => {
      receiveOffers([item]);
      drawn();
      return ok({ items: [] });
    };
    vi.stubGlobal('window', { konter: { catalogue: { list } } });
    useOffers.setState({ offers: [] });
    await refreshOffers();
    drawn();
    expect(useOffers.getState().offers?.map(({ product }) => product.productCode)).toEqual([item.productCode]);
  });
});

describe('reads of the catalogue', () => {
  afterEach(() => vi.unstubAllGlobals());
  const [item] = fakeItems();
  if (!item) throw new Error('the catalogue is empty');

  function slowHost() {
    const answers: Array<(answer: unknown) => void> = [];
    const list = () => new Promise((answer) => answers.push(answer));
    vi.stubGlobal('window', { konter: { catalogue: { list } } });
    return answers;
  }

  it('pass over the answer to an earlier one that comes after the answer to a later one', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const [earlier, later] = [reads.read(), reads.read()];
    answers[1]?.(ok({ items: [item] }));
    expect(await later).toEqual(ok([item]));
    answers[0]?.(ok({ items: [] }));
    expect(await earlier).toBeNull();
  });

  it('each give an answer where they are answered in order', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const both = [reads.read(), reads.read()];
    for (const answer of answers) answer(ok({ items: [item] }));
    expect(await Promise.all(both)).toEqual([ok([item]), ok([item])]);
  });

  it('have the products that came meanwhile in their later versions', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const read = reads.read();
    reads.note([{ ...item, sellingPrice: 7 }]);
    answers[0]?.(ok({ items: [item] }));
    expect(await read).toEqual(ok([{ ...item, sellingPrice: 7 }]));
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  acceptAsked,
  allowLine,
  batchLines,
  checkBatch,
  editBatch,
  offeredProduct,
  refuseAsked,
  sendBatch,
  startNextBatch,
  useBatchDraft,
} from '../../../../../src/renderer/features/batch/batch-draft.ts';
import { call } from '../../../../../src/renderer/host/call.ts';
import { addBill, closeBatch, openBatch, useBatch } from '../../../../../src/renderer/state/batch.ts';
import { currentOffers, refreshOffers, useOffers } from '../../../../../src/renderer/state/offers.ts';
import { dropPageData } from '../../../../../src/renderer/state/page-data.ts';
import type { BatchLineInput } from '../../../../../src/shared/contract/batches.ts';
import { fail, ok } from '../../../../../src/shared/contract/errors.ts';
import { fakeCatalogue } from '../../../../support/fake-features.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

interface PendingCheck {
  lines: readonly BatchLineInput[];
  answer: (answer: unknown) => void;
}

describe('a list of sales', () => {
  const checks: PendingCheck[] = [];
  const create = vi.fn<(input: unknown) => Promise<unknown>>();
  const catalogue = fakeCatalogue(() => {});
  const nothingWrong = ok([{ position: 1, error: null, productName: null }]);

  beforeEach(async () => {
    checks.length = 0;
    create.mockReset();
    const check = ({ lines }: { lines: readonly BatchLineInput[] }) =>
      new Promise((answer) => checks.push({ lines, answer }));
    const list = async () => catalogue['catalogue.list'](undefined);
    vi.stubGlobal('window', { konter: { catalogue: { list }, batches: { check, create } } });
    await refreshOffers();
    startNextBatch();
    useBatchDraft.setState({ product: 'TSEL10' });
  });
  afterEach(() => vi.unstubAllGlobals());

  const type = (text: string): void => {
    useBatch.setState({ text });
    editBatch();
  };
  const readBack = () => useBatchDraft.getState().lines.map(({ customerNo }) => customerNo);

  it('is read back as it was typed last, where the answer about an earlier list comes after', async () => {
    type('081200000001');
    const first = checkBatch();
    type('081200000002');
    const second = checkBatch();
    checks[0]?.answer(nothingWrong);
    await first;
    expect(useBatchDraft.getState().phase).toBe('checking');
    checks[1]?.answer(nothingWrong);
    await second;
    expect(useBatchDraft.getState().phase).toBe('pay');
    expect(readBack()).toEqual(['081200000002']);
  });

  it('leads to the first line that is wrong, or says that there is none', async () => {
    type('');
    await checkBatch();
    expect(useBatchDraft.getState()).toMatchObject({ phase: 'entry', jump: { position: 0 } });
    type('081200000001\nbudi\n0812');
    await checkBatch();
    expect(useBatchDraft.getState()).toMatchObject({ phase: 'entry', jump: { position: 2 } });
    expect(checks).toEqual([]);
    editBatch();
    expect(useBatchDraft.getState().jump).toBeNull();
  });

  it('takes no more bills and numbers together than a batch has lines', () => {
    const bills = Array.from({ length: 49 }, (_, at) => fakeSale({ id: `b${at}`, kind: 'postpaid' }));
    const faults = (count: number) =>
      batchLines({
        text: '081200000001\n081200000002',
        product: 'TSEL10',
        prices: {},
        offers: currentOffers(),
        bills: [...bills, ...bills].slice(0, count),
      })
        .map(({ fault }) => fault)
        .slice(48);
    expect(faults(49)).toEqual([null, null, 'many']);
    expect(faults(51)).toEqual([null, null, 'many', 'many', 'many']);
  });

  it('drops the names of a chat, but asks about one that is a brand of this shop', () => {
    const read = (text: string) =>
      batchLines({ text, product: '', prices: {}, offers: currentOffers(), bills: [] }).map(
        ({ draft, dropped, fault }) => [draft.product?.productCode ?? null, dropped, fault],
      );
    expect(read('Bu Sri 081234567805 10rb')).toEqual([['TSEL10', 'Bu Sri', null]]);
    expect(read('kak isi pulsa 081234567805 10 ya')).toEqual([['TSEL10', 'kak isi ya', null]]);
    const [offer] = currentOffers();
    if (!offer) throw new Error('no offers');
    const branded = { ...offer, product: { ...offer.product, productCode: 'SRI', brand: 'Sriwijaya' } };
    useOffers.setState({ offers: [...currentOffers(), branded] });
    expect(read('Sriwijaya Net 081234567805 10rb')[0]?.slice(1)).toEqual(['Sriwijaya Net', 'unclear']);
  });

  it('offers what was sold last for the numbers without a product, where it has a price and fits all of them', () => {
    const offered = (text: string, sold: string) => {
      const offers = currentOffers();
      const lines = batchLines({ text, product: '', prices: {}, offers, bills: [] });
      return offeredProduct(lines, offers, [fakeSale({ productCode: sold })])?.product.productCode ?? null;
    };
    expect(offered('081234567801\n081234567802', 'TSEL10')).toBe('TSEL10');
    expect(offered('081234567801\n085712345678', 'TSEL10')).toBeNull();
    expect(offered('20.081234567801', 'TSEL10')).toBeNull();
    expect(offered('081234567801', 'GONE10')).toBeNull();
    const offer = currentOffers().find(({ product }) => product.productCode === 'TSEL10');
    useOffers.setState({ offers: offer ? [{ ...offer, sellingPrice: null }] : [] });
    expect(offered('081234567801', 'TSEL10')).toBeNull();
  });

  it('is asked about again where it changed while main was asked', async () => {
    type('081200000001\n081200000002');
    const check = checkBatch();
    useBatch.setState({ text: '081200000001' });
    checks[0]?.answer(nothingWrong);
    await check;
    expect(useBatchDraft.getState().phase).toBe('entry');
  });

  it('is sent with a line that does not fit only once a person has allowed it', async () => {
    type('081234567890');
    void checkBatch();
    const mismatch = fail('number_mismatch', 'x');
    checks[0]?.answer(ok([{ position: 1, error: mismatch.ok ? null : mismatch.error, productName: null }]));
    await vi.waitFor(() => expect([...useBatchDraft.getState().problems.keys()]).toEqual([1]));
    expect(useBatchDraft.getState().phase).toBe('entry');
    await sendBatch();
    expect(create).not.toHaveBeenCalled();
    allowLine(1, { allowMismatch: true });
    expect(checks[1]?.lines).toMatchObject([{ customerNo: '081234567890', allowMismatch: true }]);
    checks[1]?.answer(nothingWrong);
    await vi.waitFor(() => expect(useBatchDraft.getState().phase).toBe('pay'));
  });

  describe('with a line that a supervisor has approved', () => {
    const pin = '482615';

    async function readBack(): Promise<void> {
      const check = checkBatch();
      checks.at(-1)?.answer(nothingWrong);
      await check;
      expect(useBatchDraft.getState().phase).toBe('pay');
    }

    async function approve(): Promise<void> {
      openBatch();
      type('081234567890');
      const check = checkBatch();
      const mismatch = fail('number_mismatch', 'x');
      checks.at(-1)?.answer(ok([{ position: 1, error: mismatch.ok ? null : mismatch.error, productName: null }]));
      await check;
      allowLine(1, { allowMismatch: true, reason: 'a friend', pin });
      checks.at(-1)?.answer(nothingWrong);
      await vi.waitFor(() => expect(useBatchDraft.getState().phase).toBe('pay'));
      create.mockResolvedValue(fail('relay_unreachable', 'x'));
    }

    it('is sent once with the PIN', async () => {
      await approve();
      await sendBatch();
      expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ reason: 'a friend', pin }));
      await sendBatch();
      expect(create).toHaveBeenLastCalledWith(expect.not.objectContaining({ pin }));
    });

    it('is sent with the PIN after an answer about its cash', async () => {
      await approve();
      const unlikely = { amount: 900_000, known: 12_000 };
      create.mockResolvedValueOnce(fail('not_allowed', 'x', { reason: 'unlikely_cash', unlikely }));
      await sendBatch();
      await acceptAsked();
      expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ pin }));
    });

    it('needs the PIN again once it was edited', async () => {
      await approve();
      editBatch();
      type('081234567890\n081200000001');
      await readBack();
      await sendBatch();
      expect(create).toHaveBeenLastCalledWith(expect.not.objectContaining({ pin }));
    });

    it('needs the PIN again once its screen was closed', async () => {
      await approve();
      useBatchDraft.setState({ phase: 'entry' });
      closeBatch();
      openBatch();
      await readBack();
      await sendBatch();
      expect(create).toHaveBeenLastCalledWith(expect.not.objectContaining({ pin }));
    });
  });

  it('is sent with cash that is probably a number only once a person has said so', async () => {
    type('081200000001');
    const check = checkBatch();
    checks[0]?.answer(nothingWrong);
    await check;
    create.mockResolvedValue(fail('internal', 'x'));
    useBatchDraft.setState({ amount: 520_000_000_002 });
    await sendBatch();
    expect(create).not.toHaveBeenCalled();
    refuseAsked();
    expect(useBatchDraft.getState()).toMatchObject({ phase: 'pay', amount: null, question: null });
    useBatchDraft.setState({ amount: 5_000_000 });
    await sendBatch();
    expect(create).not.toHaveBeenCalled();
    await acceptAsked();
    expect(create.mock.calls).toEqual([[expect.objectContaining({ tendered: 5_000_000, allowCash: 5_000_000 })]]);
  });

  it('is asked about where main alone finds its cash unlikely, and sent with the answer', async () => {
    type('081200000001');
    const check = checkBatch();
    checks[0]?.answer(nothingWrong);
    await check;
    useBatchDraft.setState({ amount: 900_000 });
    const unlikely = { amount: 900_000, known: 12_000 };
    create.mockResolvedValue(fail('not_allowed', 'x', { reason: 'unlikely_cash', unlikely }));
    await sendBatch();
    expect(useBatchDraft.getState()).toMatchObject({
      phase: 'pay',
      error: null,
      question: { amount: 900_000, usual: 12_000 },
    });
    await acceptAsked();
    expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ allowCash: 900_000 }));
  });

  it('asks about a price that is far above what the product stands for', async () => {
    const unpricedOffers = currentOffers().map((offer) => Object.assign({}, offer, { sellingPrice: null }));
    useOffers.setState({ offers: unpricedOffers });
    type('081200000001');
    useBatchDraft.setState({ prices: { TSEL10: 99_999_999 } });
    await checkBatch();
    expect([checks.length, useBatchDraft.getState().question?.amount]).toEqual([0, 99_999_999]);
    const accepted = acceptAsked();
    expect(checks.map(({ lines }) => lines)).toMatchObject([[{ sellingPrice: 99_999_999, allowPrice: 99_999_999 }]]);
    checks[0]?.answer(nothingWrong);
    await accepted;
    expect(useBatchDraft.getState().phase).toBe('pay');
  });

  it('takes no PIN for cash or a price, and leaves no cash to the next person', async () => {
    const draft = () => useBatchDraft.getState();
    useBatchDraft.setState({ phase: 'pay', amount: 482_615, prices: { TSEL10: 482_615, XL10: 11_500 } });
    void call('people.signIn', { id: 'p1', pin: '482615' });
    expect(draft()).toMatchObject({ phase: 'pay', amount: null, prices: { TSEL10: null, XL10: 11_500 } });
    useBatchDraft.setState({ phase: 'sending', amount: 482_615 });
    void call('people.signIn', { id: 'p1', pin: '482615' });
    expect(draft().amount).toBe(482_615);
    useBatchDraft.setState({ phase: 'pay', amount: 50_000, accepted: [' 50000'] });
    dropPageData();
    expect(draft()).toMatchObject({ phase: 'pay', amount: null, accepted: [], prices: { XL10: 11_500 } });
  });

  it('is not edited, and so not sent again, while it is being sent', async () => {
    type('081200000001');
    const check = checkBatch();
    checks[0]?.answer(nothingWrong);
    await check;
    const answered = Promise.withResolvers<unknown>();
    create.mockReturnValue(answered.promise);
    const sent = sendBatch();
    editBatch();
    await checkBatch();
    await sendBatch();
    expect([checks.length, create.mock.calls.length]).toEqual([1, 1]);
    answered.resolve(fail('internal', 'x'));
    await sent;
    expect(useBatchDraft.getState().phase).toBe('pay');
  });

  it('leaves what is added while it is being sent for the next list', async () => {
    type('081200000001');
    const check = checkBatch();
    checks[0]?.answer(nothingWrong);
    await check;
    const answered = Promise.withResolvers<unknown>();
    create.mockReturnValue(answered.promise);
    const sent = sendBatch();
    openBatch('081200000002');
    addBill('b1');
    answered.resolve(
      ok({
        id: '3f0c2b1e-8f6a-4a57-9a3b-000000000001',
        state: 'finished',
        pause: null,
        createdAt: '2026-03-02T03:04:05.000Z',
        total: 12_000,
        payments: [],
        tendered: 12_000,
        change: 0,
        lines: [],
        toReturn: [],
      }),
    );
    await sent;
    expect(useBatch.getState()).toMatchObject({ text: '081200000002', bills: ['b1'] });
  });
});

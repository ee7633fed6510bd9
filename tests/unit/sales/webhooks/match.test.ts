import { describe, expect, it } from 'vitest';
import { createSalesService } from '../../../../src/main/sales/sales-service.ts';
import {
  type CounterWorld,
  counterWorld,
  deliverWebhook,
  lost,
  refusal,
  saleOf,
} from '../../../support/counter-world.ts';
import { envelope, orderData } from '../../../support/provider-answers.ts';

const note = 'seen in the dashboard';
const failed = { transaction_id: 'TX-EARLIER', status: 'failed', sn: '' };
const itsOwn = { transaction_id: 'TX-EARLIER', sn: 'SN-EARLIER' };

/** An order whose answer and webhook never came, and which a person has settled. */
async function settledByHand(outcome: { outcome: 'failed' | 'success'; sn?: string } = { outcome: 'failed' }) {
  const world = await counterWorld();
  world.say('order', lost);
  const earlier = await world.ordered();
  await world.counter.resolve({ id: earlier.id, ...outcome, note });
  return { world, earlier };
}

const settledWithSn = () => settledByHand({ outcome: 'success', sn: 'SN-EARLIER' });

describe('after a sale that a person settled, and whose id the provider never named', () => {
  it('its webhook, sent to the address of a later one whose answer was lost, settles nothing', async () => {
    const { world } = await settledByHand();
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook(failed, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    expect(await world.quarantined()).toEqual(['ambiguous_sale']);
    expect(await world.counter.resolve({ id: later.id, outcome: 'success', sn: 'SN-1', note })).toMatchObject({
      ok: true,
      value: { state: 'success' },
    });
  });

  it('a webhook that came before the answer is applied once the answer names the same id', async () => {
    const { world } = await settledByHand();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook({}, { ref: sale?.id ?? null });
      return { json: envelope(orderData()) };
    });
    const later = await world.ordered({ allowDuplicate: true });
    expect(later).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('one with another id than the answer named does nothing', async () => {
    const { world } = await settledByHand();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook(failed, { ref: sale?.id ?? null });
      return { json: envelope(orderData()) };
    });
    expect(await world.ordered({ allowDuplicate: true })).toMatchObject({ state: 'pending' });
  });

  it('and which was then reported after all, a later one is settled by its webhook', async () => {
    const { world, earlier } = await settledByHand();
    await world.receiveWebhook(failed, { ref: earlier.id });
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
  });

  describe('a webhook that was quarantined because it could be about that sale', () => {
    async function laterSetAside(settled = settledWithSn) {
      const { world, earlier } = await settled();
      world.say('order', lost);
      const later = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: later.id });
      expect(await world.quarantined()).toEqual(['ambiguous_sale']);
      return { world, earlier, later };
    }

    it('is applied once that sale is reported by its serial number', async () => {
      const { world, earlier, later } = await laterSetAside();
      await world.receiveWebhook(itsOwn, { ref: earlier.id });
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
      expect(await world.events(later.id)).toEqual([
        'sale.submitted',
        'sale.outcome_unknown',
        'webhook.quarantined',
        'webhook.applied',
      ]);
    });

    it.each([
      ['failed', failed],
      ['a success without a serial number', { ...itsOwn, sn: '' }],
      ['a success', itsOwn],
    ] as const)('is not, where it is only said that that sale is %s, as the person has it', async (_what, fields) => {
      const outcome = fields === failed ? 'failed' : 'success';
      const { world, earlier, later } = await laterSetAside(() => settledByHand({ outcome }));
      await world.receiveWebhook(fields, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: outcome, sn: null });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('is not, where that sale has a serial number and a webhook agrees with all but that', async () => {
      const { world, earlier, later } = await laterSetAside();
      await world.receiveWebhook({ ...itsOwn, sn: '-' }, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: 'success', transactionId: null });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('is not, where that sale is then reported by the very same webhook', async () => {
      const { world, earlier } = await settledWithSn();
      world.say('order', lost);
      const later = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook(itsOwn, { ref: later.id });
      await world.receiveWebhook(itsOwn, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: 'success', transactionId: 'TX-EARLIER' });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('waits while what is reported of that sale contradicts the person, until somebody settles that', async () => {
      const { world, earlier, later } = await laterSetAside();
      await world.receiveWebhook({ transaction_id: 'TX-EARLIER', sn: 'SN-0001' }, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: 'disputed' });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown' });
      await world.receiveWebhook({ transaction_id: 'TX-LATER', message: 'once more' }, { ref: later.id });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown' });
      await world.counter.resolve({ id: earlier.id, outcome: 'success', sn: 'SN-0001', note });
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });

    it.each(['before', 'after'])(
      'is not, where one came %s it that names a transaction of no sale here',
      async (when) => {
        const { world, earlier } = await settledWithSn();
        world.say('order', lost);
        const later = await world.ordered({ allowDuplicate: true });
        const two = [{ transaction_id: 'TX-LATER' }, { transaction_id: 'TX-OTHER', status: 'failed', sn: '' }];
        for (const fields of when === 'before' ? two.toReversed() : two)
          await world.receiveWebhook(fields, { ref: later.id });
        await world.receiveWebhook(itsOwn, { ref: earlier.id });
        expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
      },
    );

    it('is, beside one of the earlier sale, once that one is reported', async () => {
      const { world, earlier, later } = await laterSetAside();
      await world.receiveWebhook(itsOwn, { ref: later.id });
      await world.receiveWebhook({ ...itsOwn, message: 'once more' }, { ref: earlier.id });
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });

    it('is not, where what is reported of that sale is settled as the person had said before', async () => {
      const { world, earlier } = await settledByHand();
      world.say('order', lost);
      const later = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook(failed, { ref: later.id });
      await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: 'disputed', transactionId: 'TX-LATER' });
      await world.counter.resolve({ id: earlier.id, outcome: 'failed', note });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('is not, where nothing is reported of that sale but that it is pending', async () => {
      const { world, earlier } = await settledByHand();
      world.say('order', lost);
      const later = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook(failed, { ref: later.id });
      await world.receiveWebhook({ transaction_id: 'TX-LATER', status: 'pending', sn: '' }, { ref: earlier.id });
      expect(await world.stored(earlier.id)).toMatchObject({ state: 'failed', transactionId: 'TX-LATER' });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('does nothing against a person who settles its sale at that moment', async () => {
      const { world, later } = await laterSetAside();
      const { unresolved } = world.db;
      world.db.unresolved = async () => {
        const sales = await unresolved();
        await world.counter.resolve({ id: later.id, outcome: 'failed', note });
        return sales;
      };
      await world.counter.recover();
      expect(await world.stored(later.id)).toMatchObject({ state: 'failed', transactionId: null });
    });

    it('is applied at the next start, where the program ended before it was', async () => {
      const { world, earlier, later } = await laterSetAside();
      const { quarantined } = world.db;
      world.db.quarantined = () => Promise.reject(new Error('the program ends here'));
      await world.receiveWebhook(itsOwn, { ref: earlier.id });
      expect(await world.stored(later.id)).toMatchObject({ state: 'unknown' });
      world.db.quarantined = quarantined;
      await world.counter.recover();
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });

    it('is applied when that sale is reported with a key that was missing', async () => {
      const { world, earlier, later } = await laterSetAside();
      await world.receiveWebhook(itsOwn, { ref: earlier.id, signed: false });
      expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(1);
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });

    async function laterWithWrongKey() {
      const { world, earlier } = await settledWithSn();
      world.say('order', lost);
      const later = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: later.id, signed: false });
      return { world, earlier, later };
    }

    it('is applied when its key was missing as well', async () => {
      const { world, earlier, later } = await laterWithWrongKey();
      await world.receiveWebhook(itsOwn, { ref: earlier.id, signed: false });
      await world.counter.reverifyWithRotatedKeys(() => true);
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });

    it('is applied when its key was missing, and that sale is reported after the key came', async () => {
      const { world, earlier, later } = await laterWithWrongKey();
      await world.counter.reverifyWithRotatedKeys(() => true);
      await world.counter.reverifyWithRotatedKeys(() => true);
      expect(await world.quarantined()).toEqual(['ambiguous_sale', 'bad_signature']);
      await world.receiveWebhook(itsOwn, { ref: earlier.id });
      expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
    });
  });

  it('one that was named before the person settled it holds up no later one', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const earlier = await world.ordered();
    await world.receiveWebhook({ transaction_id: 'TX-EARLIER', status: 'pending', sn: '' }, { ref: earlier.id });
    world.pass(60 * 60_000);
    await world.counter.resolve({ id: earlier.id, outcome: 'failed', note });
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
  });

  it('nor does one whose id an answer named, though it is disputed by now', async () => {
    const world = await counterWorld();
    world.says.order({ transaction_id: 'TX-EARLIER', status: 'success' });
    const earlier = await world.ordered();
    await world.counter.resolve({ id: earlier.id, outcome: 'success', sn: 'SN-0001', note });
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook(failed, { ref: earlier.id });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'disputed', transactionIdFrom: 'answer' });
    await world.receiveWebhook({ transaction_id: 'TX-LATER' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
  });

  it('an order to another number is settled by its webhook', async () => {
    const { world } = await settledByHand();
    world.say('order', lost);
    const other = await world.ordered({ customerNo: '081298765432' });
    await world.receiveWebhook({ customer_no: '081298765432' }, { ref: other.id });
    expect(await world.stored(other.id)).toMatchObject({ state: 'success' });
  });
});

describe('serial numbers', () => {
  const note = 'seen in the dashboard';
  const another = { transaction_id: 'TX-ANOTHER', sn: 'SN-ANOTHER' };

  /** An order whose answer was lost, and which a person has settled with the serial number that the dashboard shows. */
  async function settledWithSn() {
    const world = await counterWorld();
    world.say('order', lost);
    const sale = await world.ordered();
    await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
    return { world, sale, now: () => world.stored(sale.id) };
  }

  /** The next order of that product and number, its answer lost as well, to whose address the earlier one's webhook comes. */
  async function nextHearsOfTheEarlier(world: CounterWorld) {
    world.say('order', lost);
    const next = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'TX-OWN', sn: 'SN-OWN' }, { ref: next.id });
    return world.stored(next.id);
  }

  describe('a webhook with another serial number than a person has noted', () => {
    it('disputes the sale, which goes by neither its number nor its id', async () => {
      const { world, sale, now } = await settledWithSn();
      await world.receiveWebhook(another, { ref: sale.id });
      await world.receiveWebhook({ ...another, message: 'once more' }, { ref: sale.id });
      expect(await now()).toMatchObject({
        state: 'disputed',
        sn: 'SN-OWN',
        transactionId: null,
        transactionIdFrom: null,
      });
    });

    it('leaves its id to the order that answers with it', async () => {
      const { world, sale } = await settledWithSn();
      world.say('order', async () => {
        await world.receiveWebhook(another, { ref: sale.id });
        return { json: envelope(orderData({ transaction_id: 'TX-ANOTHER' })) };
      });
      expect(await world.ordered({ allowDuplicate: true })).toMatchObject({
        state: 'pending',
        transactionId: 'TX-ANOTHER',
        transactionIdFrom: 'answer',
      });
    });

    it('says nothing of whose the next one’s webhook is, where the person stays with that number', async () => {
      const { world, sale, now } = await settledWithSn();
      await world.receiveWebhook(another, { ref: sale.id });
      await world.counter.resolve({ id: sale.id, outcome: 'success', note });
      expect(await now()).toMatchObject({ state: 'success', sn: 'SN-OWN', transactionId: null });
      expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
      expect(await world.quarantined()).toEqual(['ambiguous_sale']);
    });

    it('nor where it came before the person noted one', async () => {
      const world = await counterWorld();
      world.say('order', refusal);
      const sale = await world.ordered();
      await world.receiveWebhook(another, { ref: sale.id });
      await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
      expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: 'SN-OWN' });
      expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
    });

    it('nor where that id was known before, while no number was named with it', async () => {
      const world = await counterWorld();
      world.say('order', lost);
      const sale = await world.ordered();
      await world.receiveWebhook({ ...another, status: 'pending', sn: '' }, { ref: sale.id });
      world.pass(60 * 60_000);
      await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
      await world.receiveWebhook(another, { ref: sale.id });
      expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed', sn: 'SN-OWN' });
      await world.counter.resolve({ id: sale.id, outcome: 'success', note });
      expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
    });

    it('has the sale’s own id after all, once a person records its number', async () => {
      const { world, sale, now } = await settledWithSn();
      await world.receiveWebhook({ transaction_id: 'TX-TYPO', sn: 'SN-0WN' }, { ref: sale.id });
      await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-0WN', note });
      expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0WN', transactionId: 'TX-TYPO' });
      world.say('order', lost);
      const next = await world.ordered({ allowDuplicate: true });
      await world.receiveWebhook({ transaction_id: 'TX-NEXT', sn: 'SN-NEXT' }, { ref: next.id });
      expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'TX-NEXT' });
    });
  });

  it('a webhook with the serial number that a person has noted identifies the sale’s own id', async () => {
    const { world, sale, now } = await settledWithSn();
    await world.receiveWebhook({ transaction_id: 'TX-OWN', sn: ' SN-OWN ' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-OWN', transactionId: 'TX-OWN' });
    world.say('order', lost);
    const next = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'TX-NEXT', sn: 'SN-NEXT' }, { ref: next.id });
    expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'TX-NEXT' });
  });
});

const [first, second] = ['081234567890', '081234567891'];

/** Two orders on their way, and a provider that keeps the address of the later one for both. */
async function withTwo() {
  const world = await counterWorld();
  const earlier = await world.ordered({ customerNo: first });
  world.says.order({ transaction_id: 'T-2' });
  const later = await world.ordered({ customerNo: second });
  return { world, earlier, later };
}

describe('a provider with one callback address for several orders', () => {
  it('settles each order whose answer has named its id, with a warning at the other address', async () => {
    const { world, earlier, later } = await withTwo();
    await world.receiveWebhook({ transaction_id: 'T-1', customer_no: first }, { ref: later.id });
    await world.receiveWebhook({ transaction_id: 'T-2', customer_no: second, sn: 'SN-0002' }, { ref: later.id });
    expect(await world.stored(earlier.id)).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      flags: ['address_differs'],
    });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', sn: 'SN-0002', flags: [] });
    expect(await world.quarantined()).toEqual([]);
  });

  it('settles an order whose webhook came to another’s address before its own answer', async () => {
    const world = await counterWorld();
    world.says.order({ transaction_id: 'T-2' });
    const other = await world.ordered({ customerNo: second });
    world.say('order', async () => {
      await world.receiveWebhook({ transaction_id: 'T-1', customer_no: first }, { ref: other.id });
      return { json: envelope(orderData()) };
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'success', flags: ['address_differs'] } });
    expect(await world.stored(other.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
  });

  it('disputes no order of the same product and number whose answer was lost', async () => {
    const world = await counterWorld();
    const earlier = await world.ordered();
    await world.receiveWebhook({}, { ref: earlier.id });
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'disputed' });
  });

  it('settles nothing by an id that only a webhook has named', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const earlier = await world.ordered();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: earlier.id });
    world.says.order({ transaction_id: 'T-2' });
    const later = await world.ordered({ customerNo: second });
    await world.receiveWebhook({}, { ref: later.id });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'pending', transactionIdFrom: 'webhook' });
    expect(await world.stored(later.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
    expect(await world.quarantined()).toEqual(['provider_id_taken']);
  });
});

describe('two providers', () => {
  const input = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, allowDuplicate: true };

  it('an id that another provider gave to an earlier sale disputes nothing, and its own sale is found by it', async () => {
    const world = await counterWorld();
    const first = createSalesService({ ...world.ports, providerId: 'one.example/v1' });
    const earlier = saleOf(await first.order(input));
    await deliverWebhook(first, {}, { ref: earlier.id, cursor: 'c1' });
    const second = createSalesService({ ...world.ports, providerId: 'two.example/v1' });
    const later = saleOf(await second.order(input));
    expect(later).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    await deliverWebhook(second, { sn: 'SN-0002' }, { cursor: 'c2' });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', sn: 'SN-0002' });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });
});

import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../../src/main/db/database-error.ts';
import { createSalesService } from '../../../../src/main/sales/sales-service.ts';
import {
  counterWorld,
  createRace,
  deliverWebhook,
  everyOrder,
  held,
  lost,
  mailbox,
  type Reply,
  saleOf,
  withPending,
  withUnknown,
} from '../../../support/counter-world.ts';
import { aJournal } from '../../../support/database-files.ts';
import { envelope, orderData, prepaidData, webhookBody } from '../../../support/provider-answers.ts';

describe('webhooks and products', () => {
  describe('a webhook that names another product', () => {
    const other = { product_name: 'Telkomsel 20.000' };

    it('only warns where the id matches', async () => {
      const { world, sale, now } = await withPending();
      await world.receiveWebhook(other, { ref: sale.id });
      expect(await now()).toMatchObject({ state: 'success', flags: ['product_differs'] });
    });

    it('warns also when it changes nothing else', async () => {
      const { world, sale, now } = await withPending();
      await world.receiveWebhook({ ...other, status: 'pending', sn: '' }, { ref: sale.id });
      expect(await now()).toMatchObject({ state: 'pending', flags: ['product_differs'] });
    });

    it('is quarantined where nothing but the ref ties it to the sale', async () => {
      const { world, sale, now } = await withUnknown();
      await world.receiveWebhook(other, { ref: sale.id });
      expect(await now()).toMatchObject({ state: 'unknown', transactionId: null });
      expect(await world.quarantined()).toEqual(['product_differs']);
      expect(await world.events(sale.id)).toContain('webhook.quarantined');
    });

    it('is none where the name was too long to be kept whole', async () => {
      const product_name = 'Telkomsel '.repeat(40);
      const world = await counterWorld();
      world.say('product', { json: envelope(prepaidData({ product_name })) });
      world.say('order', lost);
      const sale = await world.ordered();
      await world.receiveWebhook({ product_name }, { ref: sale.id });
      expect(await world.stored(sale.id)).toMatchObject({ state: 'success', flags: [] });
    });

    it('is quarantined for another product_code too', async () => {
      const { world, sale, now } = await withUnknown();
      await world.receiveWebhook({ product_code: 'TSEL20' }, { ref: sale.id });
      expect(await now()).toMatchObject({ state: 'unknown' });
    });

    it('and came before the answer with a broken letter in it is replayed with the bytes that were signed', async () => {
      const world = await counterWorld();
      const raw = Buffer.from(JSON.stringify(webhookBody({ product_name: 'Telkomsel caf\u00e9' })), 'latin1');
      world.say('order', async () => {
        const [sale] = await world.db.foundSending();
        await world.receiveWebhook({}, { ref: sale?.id ?? null, raw });
        return { json: envelope(orderData()) };
      });
      const sale = await world.ordered();
      expect(sale).toMatchObject({ state: 'success', sn: 'SN-0001', flags: ['product_differs'] });
      const webhooks = await world.db.webhooksOf(sale.id);
      expect(webhooks.map(({ type, body }) => [type, body && raw.equals(body)])).toEqual([
        ['webhook.quarantined', true],
        ['webhook.applied', true],
      ]);
    });

    it.each([
      ['with the ref of the sale', true],
      ['without a ref', false],
    ])('and came before the answer %s is replayed after it', async (_, withRef) => {
      const world = await counterWorld();
      world.say('order', async () => {
        const [sale] = await world.db.foundSending();
        await world.receiveWebhook(other, { ref: withRef ? (sale?.id ?? null) : null });
        return { json: envelope(orderData()) };
      });
      const result = await world.order();
      expect(result).toMatchObject({
        ok: true,
        value: { state: 'success', sn: 'SN-0001', flags: ['product_differs'] },
      });
      const applied = (await world.db.timeline(saleOf(result).id)).at(-1);
      expect(applied).toMatchObject({ type: 'webhook.applied', data: { quarantined: expect.any(Number) } });
      expect(applied?.bodies[0]?.role).toBe('webhook');
    });

    it.each(['', '\uFEFF'])('and is replayed keeps its signature and its very bytes, %j in front', async (mark) => {
      const world = await counterWorld();
      const raw = new TextEncoder().encode(mark + JSON.stringify(webhookBody(other)));
      world.say('order', async () => {
        await world.receiveWebhook({}, { raw, signature: 'cd'.repeat(32) });
        return { json: envelope(orderData()) };
      });
      const { id } = await world.ordered();
      const webhooks = await world.db.webhooksOf(id);
      expect(webhooks).toMatchObject([{ type: 'webhook.applied', signature: 'cd'.repeat(32) }]);
      expect(Buffer.from(webhooks[0]?.body ?? []).equals(raw)).toBe(true);
    });
  });

  describe('a webhook that was quarantined before the answer, which then', () => {
    const early = { product_name: 'Telkomsel 20.000' };

    it('was only written down once the disk was mended, is replayed with it', async () => {
      const disk = { full: true };
      const world = await counterWorld({
        wrap: (db) => ({
          ...db,
          async commit(change) {
            if (disk.full && change.event.type === 'sale.response_received')
              throw new DatabaseError('full', 'made to fail');
            return db.commit(change);
          },
        }),
      });
      world.say('order', async () => {
        const [sale] = await world.db.foundSending();
        await world.receiveWebhook(early, { ref: sale?.id ?? null });
        return { json: envelope(orderData()) };
      });
      const { id } = await world.ordered();
      disk.full = false;
      await world.counter.flushPendingWrites();
      expect(await world.stored(id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
    });

    it('was the last thing written before the program ended, is replayed at the next start', async () => {
      const program = { ended: true };
      const world = await counterWorld({
        wrap: (db) => ({
          ...db,
          quarantined: (...args) => (program.ended ? new Promise(() => undefined) : db.quarantined(...args)),
        }),
      });
      const begun = held<string>();
      world.say('order', async () => {
        const [sale] = await world.db.foundSending();
        await world.receiveWebhook(early, { ref: sale?.id ?? null });
        begun.release(sale?.id ?? '');
        return { json: envelope(orderData()) };
      });
      void world.order();
      const id = await begun.promise;
      while ((await world.stored(id)).state !== 'pending') await new Promise((resolve) => setImmediate(resolve));
      program.ended = false;
      await createSalesService(world.ports).recover();
      expect(await world.stored(id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
    });
  });

  describe('a webhook without a ref that came before the answer', () => {
    it('is not replayed for another customer', async () => {
      const world = await counterWorld();
      world.say('order', async () => {
        await world.receiveWebhook({ customer_no: '089999999999' });
        return { json: envelope(orderData()) };
      });
      expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending' } });
    });

    it('is not replayed for a sale with another id', async () => {
      const world = await counterWorld();
      world.say('order', async () => {
        await world.receiveWebhook({ transaction_id: 'T-9' });
        return { json: envelope(orderData()) };
      });
      expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending' } });
    });
  });

  describe('a webhook that is being quarantined while the answer comes', () => {
    it.each([
      ['that names another product', true],
      ['without a ref', false],
    ])('%s is applied in every order of the two', async (_, withRef) => {
      const db = await aJournal();
      let sales = 0;
      const orders = await everyOrder(async (choose) => {
        sales += 1;
        const [customerNo, transaction_id] = [`0812${String(sales).padStart(8, '0')}`, `T-${sales}`];
        const race = createRace(db);
        const world = await counterWorld({ db: race.of('answer'), seed: `race ${sales}` });
        const reply = held<Reply>();
        world.say('order', () => reply.promise);
        const ordering = world.order({ customerNo });
        while (world.times('order') === 0) await new Promise((resolve) => setImmediate(resolve));
        const id = (await db.foundSending()).at(-1)?.id ?? '';
        const answered = () => {
          reply.release({ json: envelope(orderData({ transaction_id })) });
          return ordering;
        };
        const fields = { transaction_id, customer_no: customerNo, ...(withRef ? { product_name: 'Nama lain' } : {}) };
        const listening = { ...world.ports, db: race.of('webhook') };
        const receiveLater = () =>
          deliverWebhook(createSalesService(listening), fields, { ref: withRef ? id : null, cursor: transaction_id });
        await race.run([answered, receiveLater], choose);
        expect(await world.stored(id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
      });
      expect(orders).toBeGreaterThanOrEqual(3);
    });
  });

  it('is flagged where the provider took another amount than the product costs the shop', async () => {
    const { world, sale, now } = await withPending();
    await world.db.catalogue.save([{ productCode: sale.productCode, cost: 10_500 }], '2026-03-10T03:00:00.000Z');
    await world.receiveWebhook({ price: 10_900 }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', flags: ['cost_differs'] });
  });

  describe('a spelling of the product’s name', () => {
    const spelt = { product_name: 'TSEL 10K' };
    const other = '081200000002';

    /** Two orders of one product: the first was answered and its webhook is applied, the answer of the second is lost. */
    async function afterTeaching(teaching: object) {
      const world = await counterWorld();
      const first = await world.ordered();
      await world.receiveWebhook(teaching, { ref: first.id });
      world.say('order', lost);
      const sale = await world.ordered({ customerNo: other });
      const hearFor = (fields: object) =>
        world.receiveWebhook({ transaction_id: 'T-2', customer_no: other, sn: 'SN-0002', ...fields }, { ref: sale.id });
      return { world, first, now: () => world.stored(sale.id), hearFor };
    }

    it('that a webhook bound by an answer’s id used is known for the next order whose answer is lost', async () => {
      const { world, now, hearFor } = await afterTeaching(spelt);
      await hearFor({ product_name: ' tsel 10k' });
      expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
      expect(await world.quarantined()).toEqual([]);
    });

    it('is learnt once', async () => {
      const { world, hearFor } = await afterTeaching(spelt);
      await hearFor(spelt);
      world.say('order', { json: envelope(orderData({ transaction_id: 'T-3' })) });
      const third = await world.ordered({ customerNo: '081200000003' });
      await world.receiveWebhook({ ...spelt, transaction_id: 'T-3', customer_no: '081200000003' }, { ref: third.id });
      expect(await world.stored(third.id)).toMatchObject({ state: 'success', transactionIdFrom: 'answer' });
      expect(await world.db.codesSpelt('TSEL 10K')).toEqual(['TSEL10']);
      const taught = (await world.db.timeline(third.id)).filter(({ data }) => 'spelling' in data);
      expect(taught).toEqual([]);
    });

    it.each<[string, object, object]>([
      ['never used before', {}, spelt],
      ['of another code', spelt, { ...spelt, product_code: 'TSEL20' }],
      ['with another customer', spelt, { ...spelt, customer_no: '081200000009' }],
      [
        'that holds the number it was sent for',
        { product_name: 'TSEL 10K 081234567890' },
        { product_name: 'TSEL 10K 081234567890' },
      ],
    ])('%s ties nothing to an order', async (_, teaching, fields) => {
      const { now, hearFor } = await afterTeaching(teaching);
      await hearFor(fields);
      expect(await now()).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('that is the name of another product of the shop ties nothing to an order', async () => {
      const { world, now, hearFor } = await afterTeaching(spelt);
      world.say('product', { json: envelope(prepaidData({ product_code: 'TSEL11', product_name: 'TSEL 10K' })) });
      await world.counter.product({ productCode: 'TSEL11' });
      await hearFor(spelt);
      expect(await now()).toMatchObject({ state: 'unknown', transactionId: null });
    });

    it('in a webhook that only its address ties to an order teaches nothing', async () => {
      const { world, sale } = await withUnknown();
      await world.receiveWebhook(spelt, { ref: sale.id });
      expect(await world.db.codesSpelt('TSEL 10K')).toEqual([]);
    });
  });

  describe('the amount that the provider took for an order', () => {
    const at = '2026-03-10T03:00:00.000Z';
    const costOf = async ({ db }: Awaited<ReturnType<typeof counterWorld>>) => (await db.catalogue.get('TSEL10'))?.cost;

    it('becomes the cost of a product that has none, in the log as the provider’s word', async () => {
      const { world, sale, now } = await withPending();
      await world.receiveWebhook({ price: 10_900 }, { ref: sale.id });
      expect(await now()).toMatchObject({ state: 'success', flags: [] });
      expect(await costOf(world)).toBe(10_900);
      expect(await world.db.auditLog.list({ limit: 10 })).toMatchObject([
        {
          type: 'catalogue.price_changed',
          byProvider: true,
          prices: [{ code: 'TSEL10', what: 'cost', was: null, now: 10_900 }],
        },
      ]);
      const next = await world.ordered({ customerNo: '081200000002' });
      await world.receiveWebhook(
        { transaction_id: 'T-2', customer_no: '081200000002', price: 11_000 },
        { ref: next.id },
      );
      expect(await costOf(world)).toBe(10_900);
    });

    it.each<[string, object]>([
      ['of one that failed', { price: 10_900, status: 'failed', sn: '' }],
      ['of another code', { price: 10_900, product_code: 'TSEL20' }],
      ['that is zero', { price: 0 }],
      ['that is no cost of anything here', { price: 900_000_000 }],
    ])('%s is no cost', async (_, fields) => {
      const { world, sale } = await withPending();
      await world.receiveWebhook(fields, { ref: sale.id });
      expect(await costOf(world)).toBeNull();
    });

    it('is compared and learnt as well where the webhook was kept until the answer tied it to the order', async () => {
      for (const [cost, flags] of [
        [10_500, ['product_differs', 'cost_differs']],
        [null, ['product_differs']],
      ] as const) {
        const world = await counterWorld();
        await world.counter.product({ productCode: 'TSEL10' });
        if (cost !== null) await world.db.catalogue.save([{ productCode: 'TSEL10', cost }], at);
        world.say('order', async () => {
          const [sale] = await world.db.foundSending();
          await world.receiveWebhook({ product_name: 'Nama lain', price: 10_900 }, { ref: sale?.id ?? '' });
          return { json: envelope(orderData()) };
        });
        const sale = await world.ordered();
        expect(sale.state).toBe('success');
        expect([...sale.flags].toSorted()).toEqual([...flags].toSorted());
        expect(await costOf(world)).toBe(cost ?? 10_900);
      }
    });
  });
});

describe('webhooks under a new key', () => {
  it('a webhook that met a wrong key is applied once the right key is there, and only once', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook(
      { transaction_id: sale.transactionId },
      { ref: sale.id, signed: false, signature: 'cd'.repeat(32) },
    );
    expect((await world.stored(sale.id)).state).toBe('pending');
    const fits = (_body: Uint8Array, signature: string | null): boolean => signature === 'cd'.repeat(32);
    expect(await world.counter.reverifyWithRotatedKeys(fits)).toBe(1);
    expect((await world.stored(sale.id)).state).toBe('success');
    const events = (await world.db.timeline(sale.id)).length;
    expect(await world.counter.reverifyWithRotatedKeys(fits)).toBe(0);
    expect((await world.db.timeline(sale.id)).length).toBe(events);
  });

  it('one that still fits no key stays quarantined', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ transaction_id: sale.transactionId }, { ref: sale.id, signed: false });
    expect(await world.counter.reverifyWithRotatedKeys(() => false)).toBe(0);
    expect((await world.stored(sale.id)).state).toBe('pending');
  });

  it('one that does not agree with the sale stays quarantined even with the right key', async () => {
    const { world, sale } = await withPending();
    const other = { transaction_id: sale.transactionId, customer_no: '081299999999' };
    await world.receiveWebhook(other, { ref: sale.id, signed: false });
    expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(0);
    expect((await world.stored(sale.id)).state).toBe('pending');
  });

  it('after a restore one of an order that the copy did not know is taken over', async () => {
    const restored = {
      at: '2026-03-10T02:00:00.000Z',
      reason: 'copy',
      acceptedAt: null,
      upTo: '2026-03-09T20:00:00.000Z',
      earlier: [],
    } as const;
    const world = await counterWorld({ wrap: (db) => ({ ...db, restored }) });
    // Made at 2026-03-09T22:00:00.000Z.
    const ref = '019cd49d-3b00-7abc-8abc-0123456789ab';
    const place = await world.receiveWebhook({ transaction_id: 'T-77' }, { ref, signed: false });
    expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(1);
    expect(await world.stored(ref)).toMatchObject({ state: 'unknown', transactionId: 'T-77' });
    expect(await world.cursor()).toBe(place);
    expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(0);
  });

  it('one is applied however many came after it with the wrong key', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook(
      { transaction_id: sale.transactionId },
      { ref: sale.id, signed: false, signature: 'cd'.repeat(32) },
    );
    for (let n = 0; n < 600; n++) {
      world.pass(60_000);
      await world.receiveWebhook({ transaction_id: `T-${n}` }, { signed: false });
    }
    expect(await world.counter.reverifyWithRotatedKeys((_body, signature) => signature === 'cd'.repeat(32))).toBe(1);
    expect((await world.stored(sale.id)).state).toBe('success');
  });

  it('where more came than were kept, the mailbox is read again from its oldest, once', async () => {
    const { world } = await withPending();
    for (let n = 0; n < 1500; n++) await world.receiveWebhook({ transaction_id: `T-${n}` }, { signed: false });
    const place = await world.cursor();
    await world.counter.reverifyWithRotatedKeys(() => false, mailbox);
    expect(await world.cursor()).toBe(place);
    await world.counter.reverifyWithRotatedKeys(() => true, mailbox);
    expect(await world.cursor()).toBeNull();
    const next = await world.receiveWebhook({ transaction_id: 'T-9999' });
    await world.counter.reverifyWithRotatedKeys(() => true, mailbox);
    expect(await world.cursor()).toBe(next);
    // Those that somebody forges are discarded again, and are no reason to.
    const genuine = new Set((await world.db.unverified(5000)).map(({ body }) => String(body)));
    for (let n = 0; n < 1000; n++) await world.receiveWebhook({ transaction_id: `F-${n}` }, { signed: false });
    const last = await world.cursor();
    expect(last).not.toBe(next);
    await world.counter.reverifyWithRotatedKeys((body) => genuine.has(String(body)), mailbox);
    expect(await world.cursor()).toBe(last);
  });
});

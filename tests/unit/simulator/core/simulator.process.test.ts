import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../../src/shared/wire/fields.ts';
import {
  InquiryResult,
  OrderResult,
  PaymentData,
  PostpaidProduct,
  PrepaidProduct,
  productShape,
  Webhook,
} from '../../../../src/shared/wire/provider.ts';
import { catalogue, suggestedBills, suggestedPrices } from '../../../../src/simulator/core/catalogue.ts';
import type { SimulatorState } from '../../../../src/simulator/core/ledger.ts';
import { signatureOf } from '../../../../src/simulator/core/scheduler.ts';
import { virtualClock } from '../../../support/fake-system.ts';
import { answered, simulated } from '../../../support/simulated.ts';

describe('conformity', () => {
  const phone = '081234567890';
  const meter = '530000000001';
  const items = [...catalogue.values()].filter((item) => item.behaviour === null);

  describe('a well-behaved service', () => {
    it('gives every product in the shape of its kind, with no fault', async () => {
      const { product } = simulated();
      expect(items.length).toBeGreaterThan(60);
      for (const item of items) {
        const { status, json } = answered(await product(item.code));
        expect([status, json.status, json.message]).toEqual([200, 'success', 'OK']);
        expect(productShape(json.data)).toBe(item.kind);
        expect(faultsOf(item.kind === 'prepaid' ? PrepaidProduct : PostpaidProduct, json.data)).toEqual([]);
      }
    });

    it('takes an order as pending and reports its outcome by a signed webhook within 5 s', async () => {
      const { order, sent, clock } = simulated();
      const { json } = answered(await order(phone));
      expect(faultsOf(OrderResult, json.data)).toEqual([]);
      expect(json.data.status).toBe('pending');
      await clock.pass(5000);
      expect(sent).toHaveLength(1);
      expect(faultsOf(Webhook, sent[0]!.json)).toEqual([]);
      expect(sent[0]!.json).toMatchObject({
        transaction_id: json.data.transaction_id,
        status: 'success',
        customer_no: phone,
      });
      expect(sent[0]!.json.sn).toMatch(/^[0-9A-Z]{1,16}$/);
      expect(sent[0]!.request.url).toBe('https://hooks.example/m/ref-1');
    });

    it('signs the raw body as openssl would', async () => {
      const { order, sent, clock } = simulated();
      await order(phone);
      await clock.pass(5000);
      const { body, headers } = sent[0]!.request;
      const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', 'practice-key', '-r'], { input: body });
      expect(headers).toEqual({
        'Content-Type': 'application/json',
        'X-Service-Event': 'transaction.update',
        'X-Service-Signature': openssl.toString().split(' ')[0],
      });
    });

    it('sends only documented fields when set to leave the two of the sample out', async () => {
      const bare = simulated({ sampleExtras: false });
      const sample = simulated();
      for (const { order, clock } of [bare, sample]) {
        await order(phone);
        await clock.pass(5000);
      }
      const documented = ['transaction_id', 'product_name', 'customer_no', 'sn', 'status', 'message'];
      expect(Object.keys(bare.sent[0]!.json)).toEqual(documented);
      expect(Object.keys(sample.sent[0]!.json)).toEqual([...documented, 'product_code', 'price']);
    });

    it.each(items.filter((item) => item.kind === 'postpaid').map((item) => item.code))(
      'finds and pays a bill of %s, wrapped twice, for the price of its periods',
      async (code) => {
        const { inquiry, pay } = simulated();
        const bill = answered(await inquiry(meter, code)).json.data;
        expect(faultsOf(InquiryResult, bill)).toEqual([]);
        const periods: { bill_value: string; price_admin: string; period: string }[] = bill.description.details;
        expect(bill.description.bill_sheet).toBe(periods.length);
        expect(bill.price).toBe(
          periods.reduce((sum, one) => sum + Number(one.bill_value) + Number(one.price_admin), 0),
        );
        for (const { period } of periods) expect(period).toMatch(/^[A-Z][a-z]{2} 20\d\d$/);
        expect(bill.customer_name).toContain('*');
        const paid = answered(await pay(bill.transaction_id, meter, code)).json.data;
        expect(faultsOf(PaymentData, paid)).toEqual([]);
        expect(paid.data).toMatchObject({ status: 'Sukses', price: bill.price, customer_no: meter });
      },
    );

    it('gives PLNPOST an unbroken sn of at most 16 characters', async () => {
      const { inquiry, pay } = simulated();
      const { transaction_id } = answered(await inquiry(meter)).json.data;
      expect(answered(await pay(transaction_id, meter)).json.data.data.sn).toMatch(/^[0-9A-Z]{1,16}$/);
    });

    it('sells TSEL10 at every hour of the day', async () => {
      const { order, clock } = simulated();
      for (let hour = 0; hour < 24; hour += 1) {
        expect(answered(await order(phone)).json.data.status).toBe('pending');
        await clock.pass(3_600_000);
      }
    });

    it('gives an electricity token 20 digits in groups of four', async () => {
      const { order, clock, sent } = simulated();
      await order('530000000001', 'PLN50');
      await clock.pass(5000);
      expect(sent[0]!.json.sn).toMatch(/^\d{4}(-\d{4}){4}\/[A-Z ]+\/R\w+\/\d+VA\/[\d,]+$/);
    });

    it('suggests prices above its own for products it sells', () => {
      expect(suggestedPrices.length).toBeGreaterThan(10);
      for (const { productCode, sellingPrice } of suggestedPrices) {
        const item = catalogue.get(productCode);
        expect(item?.kind === 'prepaid' && item.cost < sellingPrice && sellingPrice % 500 === 0).toBe(true);
      }
      for (const code of suggestedBills) expect(catalogue.get(code)?.kind).toBe('postpaid');
    });
  });
});

describe('state', () => {
  const phone = '081234567890';

  describe('the same seed', () => {
    it('gives the same answers and webhooks at the same times', async () => {
      const runs = [];
      for (const seed of ['a', 'a', 'b']) {
        const { order, inquiry, clock, sent } = simulated({ seed });
        const bill = answered(await inquiry('530000000001')).json;
        const answer = answered(await order(phone)).json;
        await clock.pass(10_000);
        runs.push(JSON.stringify({ bill, answer, sent: sent.map(({ at, json, request }) => ({ at, json, request })) }));
      }
      expect(runs[1]).toBe(runs[0]);
      expect(runs[2]).not.toBe(runs[0]);
    });

    it('still gives other ids after a restart that remembers nothing', async () => {
      const clock = virtualClock();
      const idOfOne = async () => answered(await simulated({ clock }).order(phone)).json.data.transaction_id;
      const first = await idOfOne();
      await clock.pass(1000);
      expect(await idOfOne()).not.toBe(first);
    });

    it('gives the ids that the configured stamp asks for', async () => {
      const { order } = simulated({ idStamp: 'X' });
      expect(answered(await order(phone)).json.data.transaction_id).toBe('SIMX000001');
    });
  });

  describe('a restart', () => {
    const storage = () => {
      const store: { state?: SimulatorState } = {};
      return {
        save: async (state: SimulatorState) => {
          store.state = state;
        },
        reopen: (): SimulatorState => JSON.parse(JSON.stringify(store.state)),
      };
    };

    it('sends the webhook of an order that was pending when the program stopped', async () => {
      const { save, reopen } = storage();
      const clock = virtualClock();
      const before = simulated({ clock, save });
      const { transaction_id } = answered(await before.order(phone)).json.data;
      await before.simulator.close();
      await clock.pass(24 * 3_600_000);
      expect(before.sent).toEqual([]);

      const after = simulated({ clock, save, state: reopen() });
      await clock.pass(0);
      expect(after.sent.map(({ json }) => [json.transaction_id, json.status])).toEqual([[transaction_id, 'success']]);
      expect(after.simulator.ledger()).toMatchObject([
        { transaction_id, status: 'success', webhooks: [{ result: 200 }] },
      ]);
      expect(reopen().scheduled).toEqual([]);
    });

    it('still lets a bill be paid, and numbers go on', async () => {
      const { save, reopen } = storage();
      const clock = virtualClock();
      const before = simulated({ clock, save, idStamp: 'X' });
      const { transaction_id } = answered(await before.inquiry('530000000001')).json.data;
      const after = simulated({ clock, state: reopen(), idStamp: 'X' });
      expect(answered(await after.pay(transaction_id, '530000000001')).json.data.data.status).toBe('Sukses');
      expect(answered(await after.order(phone)).json.data.transaction_id).toBe('SIMX000002');
    });

    it('lets go of what ended more than a week ago', async () => {
      const { save, reopen } = storage();
      const clock = virtualClock();
      const before = simulated({ clock, save });
      await before.order(phone);
      await clock.pass(10_000);
      await clock.pass(8 * 24 * 3_600_000);
      expect(simulated({ clock, state: reopen() }).simulator.ledger()).toEqual([]);
    });

    it('keeps what it did before its answer goes out', async () => {
      const { save, reopen } = storage();
      const { order } = simulated({ save });
      await order('0800000000201');
      expect(reopen()).toMatchObject({ transactions: [{ acted: 1, status: 'pending' }], scheduled: [{}, {}] });
    });
  });

  describe('redelivery', () => {
    it('tries again after no answer or 5xx until it is taken', async () => {
      const answers = [null, 500, 200];
      const { order, clock, simulator } = simulated({
        receiver: () => answers.shift() ?? null,
        redelivery: [100, 200, 300],
      });
      await order(phone);
      await clock.pass(60_000);
      expect(simulator.ledger()[0]!.webhooks.map(({ attempt, result }) => [attempt, result])).toEqual([
        [1, null],
        [2, 500],
        [3, 200],
      ]);
    });

    it('can be switched off, and is not for a receiver that refuses', async () => {
      const off = simulated({ receiver: () => null, redelivery: [] });
      const refusing = simulated({ receiver: () => 401 });
      for (const { order, clock, sent } of [off, refusing]) {
        await order(phone);
        await clock.pass(600_000);
        expect(sent).toHaveLength(1);
      }
    });
  });

  describe('control by hand', () => {
    it('bends the next request of a number only', async () => {
      const { order, simulator } = simulated();
      expect(simulator.control({ do: 'behave', customer_no: phone, behaviour: 'lost', times: 1 })).toBeNull();
      expect((await order(phone)).kind).toBe('drop');
      expect((await order(phone)).kind).toBe('answer');
      expect(simulator.control({ do: 'behave', customer_no: phone, behaviour: 'nonsense' })).toBe('no such behaviour');
    });

    it('sends a webhook now and moves the book with it', async () => {
      const { order, simulator, sent, clock } = simulated();
      const { transaction_id } = answered(await order('0800000000414')).json.data;
      simulator.control({ do: 'webhook', transaction_id, status: 'failed' });
      await clock.pass(0);
      expect(sent.map(({ json }) => json.status)).toEqual(['failed']);
      expect(simulator.ledger()).toMatchObject([{ status: 'failed' }]);
      expect(simulator.control({ do: 'webhook', transaction_id: 'SIM0', status: 'failed' })).toContain('no such');
    });
  });
});

describe('changes while a sale is open', () => {
  describe('a product renamed by hand', () => {
    it('is called so in lookups, in what was ordered before and in its webhooks to come', async () => {
      const { simulator, product, order, clock, sent } = simulated();
      await order('081234567890');
      expect(simulator.control({ do: 'rename', product_code: 'TSEL10', product_name: 'Pulsa 10rb' })).toBeNull();
      await clock.pass(10_000);
      expect(answered(await product('TSEL10')).json.data.product_name).toBe('Pulsa 10rb');
      expect(sent.map(({ json }) => json.product_name)).toEqual(['Pulsa 10rb']);
      expect(simulator.ledger()).toMatchObject([{ product_name: 'Pulsa 10rb' }]);
      expect(answered(await order('081200000001')).json.data.product_name).toBe('Pulsa 10rb');
      expect(answered(await order('081200000001', 'TSEL20')).json.data.product_name).toBe('Telkomsel 20.000');
    });

    it('is still called otherwise by a webhook that was made to do so', async () => {
      const { simulator, order, clock, sent } = simulated();
      await order('0800000000412');
      simulator.control({ do: 'rename', product_code: 'TSEL10', product_name: 'Pulsa 10rb' });
      await clock.pass(10_000);
      expect(sent.map(({ json }) => json.product_name)).toEqual(['Nama Lain']);
    });

    it('must be one that there is', () => {
      const { simulator } = simulated();
      expect(simulator.control({ do: 'rename', product_code: 'NOSUCH', product_name: 'x' })).toBe('no such product');
    });
  });

  it('signs with the key that is in use when a webhook leaves', async () => {
    let key = 'first';
    const { order, clock, sent } = simulated({ secretKey: () => key });
    await order('081234567890');
    key = 'second';
    await clock.pass(10_000);
    const { request } = sent[0]!;
    expect(request.headers['X-Service-Signature']).toBe(signatureOf(request.body, 'second'));
  });
});

import type { z } from 'zod';
import { cacheFor, createRateLimiter, rowsPerChunk, runInChunks } from '../../server/async.ts';
import { DueLoop } from '../../server/due-loop.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import type { CustomerNameRequest, capabilityNames, SaleStatus } from '../../shared/wire/capabilities.ts';
import type { InquiryRequest, OrderRequest, PaymentRequest } from '../../shared/wire/provider.ts';
import { relayRef } from '../../shared/wire/relay.ts';
import {
  brandOf,
  categoryOf,
  checkSale,
  descriptionOf,
  emptyOrder,
  iso,
  noBill,
  notListed,
  orderData,
  parseCallback,
  placementRefusals,
  productData,
  type Reply,
  refIdOf,
  refuse,
  shortRef,
  succeed,
  underWay,
} from './answers.ts';
import { Catalogue } from './catalogue.ts';
import type { BridgeDeps } from './deps.ts';
import type { Order } from './order.ts';
import type { Word } from './provider-adapter.ts';
import { afterAttempt, Purchases } from './purchases.ts';
import { ResultDelivery } from './result-delivery.ts';

/** A counter waits as long as that for an outcome; later it comes as a result. */
const answerWithinMs = 20_000;
const balanceTtlMs = 60_000;
const minRefLength = 8;
/** What costs nothing and leads to people's names, in a minute for each counter. A pasted list asks for one bill after another. */
const namesAMinute = 30;
const inquiriesAMinute = 60;
const dayMs = 24 * 3_600_000;
/** A bill is paid on the day it was inquired, or not at all. */
const unpaidMs = 2 * dayMs;
/** Longer than a result is posted (30 days), and than the provider knows a ref (Digiflazz: after 90 days it buys again). */
const purchaseMs = 120 * dayMs;
const noList = 'Daftar produk belum dapat diambil dari provider';
const capabilities: Array<(typeof capabilityNames)[number]> = ['products', 'balance', 'customer-name', 'status'];

/** Speaks the spec's interface to counters, and a provider's own to it. */
export class Bridge {
  readonly #deps: BridgeDeps;
  readonly #catalogue: Catalogue;
  readonly #purchases: Purchases;
  readonly #delivery: ResultDelivery;
  readonly #retention: DueLoop;
  readonly #isOverNames: (counter: string) => boolean;
  readonly #isOverInquiries: (counter: string) => boolean;
  readonly #readBalance: () => Promise<{ at: string; balance: number } | null>;
  /** since the start; the help texts of the metrics say what each counts */
  readonly counters = {
    orders: 0,
    bills: 0,
    refused: 0,
    words: 0,
    unclear: 0,
    delivered: 0,
    failedPosts: 0,
    webhooks: 0,
  };

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
    const { adapter, clock, sendToProvider } = deps;
    this.#catalogue = new Catalogue(deps);
    this.#delivery = new ResultDelivery({ ...deps, onPosted: (isDelivered) => this.#onPosted(isDelivered) });
    this.#purchases = new Purchases({
      ...deps,
      onResult: () => this.#delivery.loop.wake(),
      onWord: (order, word, source) => this.#onWord(order, word, source),
    });
    this.#retention = new DueLoop(clock, () => this.#forget(), deps.onError);
    const limiter = (max: number) => createRateLimiter(clock, { max, windowMs: 60_000, keys: 5_000 });
    this.#isOverNames = limiter(namesAMinute);
    this.#isOverInquiries = limiter(inquiriesAMinute);
    this.#readBalance = cacheFor(clock, balanceTtlMs, async () => {
      const at = iso(clock.now());
      const balance = adapter.readBalance(await sendToProvider(adapter.balance()));
      return balance === null ? null : { at, balance };
    });
  }

  /** Goes on with what an earlier run has begun. */
  async open(): Promise<void> {
    await this.#catalogue.open();
    // The first sale must not wait for a list of thousands.
    void this.#catalogue.all();
    this.#purchases.loop.wake();
    this.#delivery.loop.wake();
    this.#retention.wake();
  }

  async close(): Promise<void> {
    await Promise.all([this.#purchases.stop(), this.#delivery.loop.stop(), this.#retention.stop()]);
  }

  capabilities(): Reply {
    return succeed({ capabilities });
  }

  /** GET /product/{product_code} (spec, Product). */
  async product(code: string): Promise<Reply> {
    const product = await this.#catalogue.find(code);
    if (product !== null) return succeed(productData(product));
    return this.#catalogue.isWhole() ? notListed : underWay(503, noList);
  }

  async products(): Promise<Reply> {
    const list = await this.#catalogue.all();
    return list === null ? underWay(503, noList) : succeed({ at: iso(list.at), products: list.products });
  }

  async balance(): Promise<Reply> {
    const balance = await this.#readBalance();
    return balance === null ? underWay(503, 'Saldo belum dapat dibaca') : succeed(balance);
  }

  /** The name behind a number. Nothing of it is stored or logged. */
  async customerName(counter: string, request: z.infer<typeof CustomerNameRequest>): Promise<Reply> {
    if (this.#isOverNames(counter)) return underWay(429, 'Terlalu banyak permintaan nama');
    const { adapter, sendToProvider } = this.#deps;
    const question = adapter.customerName(await this.#catalogue.find(request.product_code), request.customer_no);
    const name = question === null ? null : adapter.readCustomerName(await sendToProvider(question));
    if (name === 'unclear') return underWay(503, 'Nama belum dapat dibaca');
    return succeed({
      customer_no: request.customer_no,
      customer_name: name?.name ?? null,
      power: name?.power === '' ? null : (name?.power ?? null),
    });
  }

  /** GET /status/{ref}, of the counter's own sales. */
  async status(counter: string, ref: string): Promise<Reply> {
    const order = relayRef.test(ref) ? await this.#deps.store.find(refIdOf(ref)) : null;
    if (order === null || order.counter !== counter) return refuse(404, 'Tidak ada transaksi dengan nomor ini');
    return succeed({
      ...orderData(order),
      customer_no: order.number,
      status: order.state === 'inquired' ? 'inquiry' : order.state,
      price: order.kind === 'bill' ? order.total : order.cost,
      stopped: order.state === 'pending' && (order.nextAt === null || order.provider !== this.#deps.adapter.name),
    } satisfies z.input<typeof SaleStatus>);
  }

  /** POST /order. */
  async order(counter: string, request: OrderRequest): Promise<Reply> {
    const { store, adapter, clock, relayUrl } = this.#deps;
    const callback = parseCallback(request.callback_url, relayUrl);
    if (callback === null) return refuse(400, 'callback_url bukan alamat relay dari bridge ini');
    const refId = refIdOf(callback.ref);
    if (refId.length < minRefLength) return refuse(400, 'Nomor referensi terlalu pendek');
    const existing = await store.find(refId);
    const product = await this.#catalogue.find(request.product_code);
    const now = clock.now();
    if (existing === null) {
      const refusal = this.#checkSale(product, 'prepaid', now);
      if (refusal !== null) return this.#refused(refusal);
    }
    const placement = await store.place(
      {
        ...emptyOrder,
        refId,
        counter,
        provider: adapter.name,
        kind: 'prepaid',
        product: product?.product_code ?? request.product_code,
        productName: product?.product_name ?? '',
        number: request.customer_no,
        callbackUrl: request.callback_url,
        state: 'pending',
        createdAt: now,
        sentAt: now,
        lastAt: now,
        nextAt: afterAttempt(now),
        attempts: 1,
        cost: product?.cost ?? 0,
      },
      callback.mailbox,
    );
    if (!('order' in placement)) return this.#refused(placementRefusals[placement.kind]);
    if (placement.kind === 'placed') {
      this.counters.orders += 1;
      await this.#within(this.#purchases.begin(placement.order));
    }
    return succeed(orderData((await store.find(refId)) ?? placement.order));
  }

  /** POST /billing/inquiry. Each is a bill of its own: its ref is that of its payment. */
  async inquiry(counter: string, request: InquiryRequest): Promise<Reply> {
    // No 429: a cashier sees the words of a refusal.
    if (this.#isOverInquiries(counter)) return this.#refused(refuse(422, 'Terlalu banyak cek tagihan: tunggu semenit'));
    const { store, adapter, clock, sendToProvider, random } = this.#deps;
    const product = await this.#catalogue.find(request.product_code);
    const now = clock.now();
    const refusal = this.#checkSale(product, 'postpaid', now);
    if (refusal !== null || product === null) return this.#refused(refusal ?? notListed);
    const refId = Buffer.from(random.bytes(16)).toString('hex');
    const sale: Order = {
      ...emptyOrder,
      refId,
      counter,
      provider: adapter.name,
      kind: 'bill',
      product: product.product_code,
      productName: product.product_name,
      number: request.customer_no,
      callbackUrl: null,
      state: 'inquired',
      createdAt: now,
    };
    const reading = adapter.readInquiry(sale, await sendToProvider(adapter.inquire(sale)));
    this.#deps.log({ ref: shortRef(refId), says: reading.says }, 'inquiry');
    if (reading.says === 'unclear') return underWay(503, 'Tagihan belum dapat dibaca');
    const of = { transaction_id: refId, product_code: product.product_code };
    const named = { ...of, brand: brandOf(product), category: categoryOf(product) };
    const { message } = reading;
    if (reading.says === 'failed')
      return succeed({ ...named, customer_name: '', price: 0, status: 'failed', message, description: noBill });
    const { cost, total, customerName, billKey } = reading;
    await store.place({ ...sale, cost, total, customerName, billKey }, null);
    const description = descriptionOf(reading);
    return succeed({ ...named, customer_name: customerName, price: total, status: 'inquiry', message, description });
  }

  /** POST /billing/pay. A payment that has no outcome yet has no word in the spec: it is answered 202, and its result comes. */
  async pay(counter: string, request: PaymentRequest): Promise<Reply> {
    const { store, adapter, clock } = this.#deps;
    const refId = request.transaction_id.toLowerCase();
    const bill = await store.find(refId);
    if (bill === null && (await store.isOld(refId))) return this.#refused(placementRefusals.old);
    const isElsewhere = bill?.state === 'inquired' && bill.provider !== adapter.name;
    if (bill === null || bill.kind !== 'bill' || bill.counter !== counter || isElsewhere)
      return refuse(404, 'Tagihan ini tidak ada: cek tagihan lagi');
    if (
      bill.product.toLowerCase() !== request.product_code.toLowerCase() ||
      !sameCustomerNo(bill.number, request.customer_no)
    )
      return placementRefusals.other;
    const now = clock.now();
    const begun = await store.beginPayment(bill, now, afterAttempt(now));
    if (!('order' in begun)) return this.#refused(placementRefusals[begun.kind]);
    if (begun.kind === 'placed') {
      this.counters.bills += 1;
      await this.#within(this.#purchases.begin(begun.order));
    }
    return this.#paid((await store.find(refId)) ?? bill);
  }

  async #paid(bill: Order): Promise<Reply> {
    if (bill.state === 'pending' || bill.state === 'inquired') return underWay(202, 'Pembayaran sedang diproses');
    const product = await this.#catalogue.find(bill.product);
    return succeed({
      data: {
        transaction_id: bill.refId,
        product_code: bill.product,
        brand: brandOf(product),
        category: categoryOf(product),
        customer_no: bill.number,
        customer_name: bill.customerName,
        price: bill.total ?? 0,
        sn: bill.sn,
        status: bill.state === 'success' ? 'Sukses' : 'Gagal',
        message: bill.message,
      },
    });
  }

  /** A webhook of the provider. @returns the HTTP status that it is answered with */
  async webhook(header: (name: string) => string | null, body: Uint8Array): Promise<200 | 400 | 401> {
    const reading = this.#deps.adapter.readWebhook(header, body);
    if (reading.kind === 'unverified') return 401;
    if (reading.kind === 'malformed') return 400;
    if (reading.kind === 'ping') return 200;
    this.counters.webhooks += 1;
    if (reading.kind === 'hint') await this.#purchases.look(reading.refId);
    else await this.#purchases.applyWebhook(reading.refId, body);
    return 200;
  }

  readonly figures = () => this.#deps.store.figures(this.#deps.adapter.name);

  #checkSale(...sale: Parameters<typeof checkSale>): Reply | null {
    const refusal = checkSale(...sale);
    return refusal === notListed && !this.#catalogue.isWhole() ? refuse(422, noList) : refusal;
  }

  #refused(reply: Reply): Reply {
    this.counters.refused += 1;
    return reply;
  }

  #onWord({ refId }: Order, { says, code }: Word, source: string): void {
    this.counters.words += 1;
    if (says === 'unclear') this.counters.unclear += 1;
    this.#deps.log({ ref: shortRef(refId), says, code, source }, 'word');
  }

  #onPosted(isDelivered: boolean): void {
    this.counters[isDelivered ? 'delivered' : 'failedPosts'] += 1;
  }

  /** Removes the numbers, names and serial numbers of old sales. The refs of purchases stay, so that none is bought again. */
  async #forget(): Promise<null> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const before = { unpaid: now - unpaidMs, purchases: now - purchaseMs };
    await runInChunks(clock, async () => (await store.forget(before, rowsPerChunk)) === rowsPerChunk);
    return null;
  }

  /** Waits for work, but no longer than a counter does. */
  #within(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(answerWithinMs, resolve);
      void work.finally(() => {
        cancel();
        resolve();
      });
    });
  }
}

import { createHmac, hash } from 'node:crypto';
import type { ProviderRequest, ProviderResponse } from '../../../src/bridge/core/provider-adapter.ts';
import { digiflazz } from '../../../src/bridge/providers/digiflazz.ts';
import type { Chance } from '../engine/chance.ts';
import { prices, type StandIn, type StandInDeps } from './stand-in.ts';

/** A sale as it stands in the provider's books. */
interface Entry {
  refId: string;
  kind: 'prepaid' | 'bill';
  product: string;
  number: string;
  /** what the deposit loses, and what the customer owes of a bill */
  price: number;
  selling: number;
  state: 'inquired' | 'pending' | 'success' | 'failed';
  code: string;
  sn: string;
  purchases: number;
  firstAt: number;
  /** it was said once that it timed out, though it goes on */
  hasTimedOut: boolean;
}

const username = 'toko';
const apiKey = 'development-key';
const secret = 'webhook-secret';

const statuses = { inquired: 'Sukses', pending: 'Pending', success: 'Sukses', failed: 'Gagal' } as const;
const refusals = '40 41 42 43 44 45 47 56 61 62 63 64 65 66 67 68 69 80 81 82 83 87 88'.split(' ');
const failures = '02 51 52 53 54 55 57 58 59 60 71 72 73 84 85 86'.split(' ');

const answerOf = (status: number, data: object): ProviderResponse => ({
  status,
  body: Buffer.from(JSON.stringify({ data })),
});

/**
 * Digiflazz as its pages describe it, on a bad day: it loses, doubles, delays and contradicts, and a check that comes late buys again.
 * What it says plainly of a sale is true: a failure that it names is one, and a timeout is said at most once of a sale that goes on.
 */
export class DigiflazzStandIn implements StandIn {
  readonly adapter = digiflazz({
    baseUrl: 'https://digiflazz.example/v1',
    username,
    apiKey,
    webhookSecret: secret,
    testing: false,
  });
  readonly #entries = new Map<string, Entry>();
  readonly #deps: StandInDeps;
  readonly #chance: Chance;
  #isCalm = false;

  constructor(deps: StandInDeps) {
    this.#deps = deps;
    this.#chance = deps.chance;
  }

  subjectOf({ url, body }: ProviderRequest) {
    if (!url.endsWith('/transaction') || body['commands'] === 'inq-pasca') return null;
    return { ref: String(body['ref_id']), mayBuy: body['commands'] !== 'status-pasca' };
  }

  handle({ url, body }: ProviderRequest): ProviderResponse {
    const path = new URL(url).pathname.replace('/v1/', '');
    if (path === 'price-list') return this.#list(body);
    const text = (name: string): string => String(body[name] ?? '');
    const ref = text('ref_id');
    if (text('sign') !== hash('md5', username + apiKey + ref)) return this.#say({ rc: '41', status: 'Gagal' });
    const isKnown = (this.#entries.get(ref)?.state ?? 'inquired') !== 'inquired';
    const answer = this.#act(ref, text('commands'), text('buyer_sku_code'), text('customer_no'));
    return this.#noise(ref, text('commands'), isKnown) ?? answer;
  }

  #act(ref: string, command: string, product: string, number: string): ProviderResponse {
    const entry = this.#entries.get(ref);
    if (command === 'inq-pasca') return this.#inquire(ref, product, number);
    if (command === 'status-pasca') {
      // Of a payment that has not arrived it may repeat what it said of the inquiry, under the same ref.
      const isAnswered = entry && (entry.state !== 'inquired' || this.#chance.happens(0.5));
      return isAnswered ? this.#stateOf(entry) : this.#say({ rc: '50', status: 'Gagal', ref });
    }
    if (command === 'pay-pasca') {
      if (!entry) return this.#say({ rc: '50', status: 'Gagal', ref });
      entry.purchases += 1;
      if (entry.state === 'inquired') {
        // Dearer since the inquiry.
        const risen = this.#chance.happens(0.2) ? 5_000 : 0;
        entry.price += risen;
        entry.selling += risen;
        this.#begin(entry);
      }
      return this.#stateOf(entry);
    }
    if (!entry) return this.#order(ref, product, number);
    if (entry.product !== product || entry.number !== number) return this.#say({ rc: '49', status: 'Gagal', ref });
    // Too late: for them it is a new purchase.
    if (this.#deps.now() - entry.firstAt > 10 * 60_000) entry.purchases += 1;
    return this.#stateOf(entry);
  }

  #order(ref: string, product: string, number: string): ProviderResponse {
    if (!this.#isCalm && this.#chance.happens(0.12))
      return this.#say({ rc: this.#chance.pick(refusals), status: 'Gagal', ref: this.#chance.happens(0.5) ? ref : '' });
    const price = prices[product] ?? 1;
    const entry = this.#add({ refId: ref, kind: 'prepaid', product, number, price, selling: price, purchases: 1 });
    this.#begin(entry);
    return this.#stateOf(entry);
  }

  #inquire(ref: string, product: string, number: string): ProviderResponse {
    if (this.#chance.happens(0.1)) return this.#say({ rc: '60', status: 'Gagal', ref });
    const selling = this.#chance.between(50, 400) * 1000;
    const entry = this.#add({
      refId: ref,
      kind: 'bill',
      product,
      number,
      price: selling - 1_500,
      selling,
      purchases: 0,
    });
    entry.state = 'inquired';
    return this.#stateOf(entry);
  }

  #add(fields: Pick<Entry, 'refId' | 'kind' | 'product' | 'number' | 'price' | 'selling' | 'purchases'>): Entry {
    const entry: Entry = {
      ...fields,
      state: 'pending',
      code: '03',
      sn: '',
      firstAt: this.#deps.now(),
      hasTimedOut: false,
    };
    this.#entries.set(entry.refId, entry);
    return entry;
  }

  /** Draws what becomes of it, and when. */
  #begin(entry: Entry): void {
    const { after } = this.#deps;
    entry.state = 'pending';
    entry.code = '03';
    const fate = this.#chance.next();
    const settle = (): void => {
      if (fate < 0.25) this.#move(entry, 'failed', this.#chance.pick(failures));
      else {
        const isBare = fate > 0.9;
        if (!isBare) entry.sn = this.#serial();
        this.#move(entry, 'success', '00');
        if (isBare)
          after(this.#chance.between(1, 300) * 1000, () => {
            entry.sn = this.#serial();
            this.#notify(entry);
          });
        if (fate > 0.7 && fate < 0.85)
          after(this.#chance.between(1, 900) * 1000, () => this.#move(entry, 'failed', '74'));
      }
    };
    if (this.#chance.happens(0.3)) settle();
    else after(this.#chance.between(1, 420) * 1000, settle);
  }

  #serial(): string {
    return Array.from({ length: 20 }, () => this.#chance.between(0, 9)).join('');
  }

  #move(entry: Entry, state: 'success' | 'failed', code: string): void {
    entry.state = state;
    entry.code = code;
    this.#notify(entry);
  }

  /** Sends a webhook of the present state: lost, late, twice, forged. */
  #notify(entry: Entry): void {
    const { after, webhook } = this.#deps;
    const body = Buffer.from(JSON.stringify({ data: this.#dataOf(entry) }));
    const signature = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`;
    const send = (headers: Readonly<Record<string, string>>, bytes: Uint8Array): void =>
      after(this.#isCalm ? 0 : this.#chance.between(0, 600) * 1000, () => webhook(headers, bytes));
    const isLost = !this.#isCalm && this.#chance.happens(0.3);
    if (!isLost) send({ 'x-hub-signature': signature }, body);
    if (this.#isCalm) return;
    if (this.#chance.happens(0.2)) send({ 'x-hub-signature': signature }, body);
    if (this.#chance.happens(0.2)) {
      const opposite =
        entry.state === 'success' ? { rc: '02', status: 'Gagal' } : { rc: '00', status: 'Sukses', sn: '1' };
      const forged = Buffer.from(JSON.stringify({ data: { ...this.#dataOf(entry), ...opposite } }));
      send({ 'x-hub-signature': signature }, forged);
    }
    if (this.#chance.happens(0.1)) send({}, Buffer.from(JSON.stringify({ sed: 'ping', hook: { secret } })));
  }

  /** An answer that says nothing true, beside what is done; null: none this time. */
  #noise(ref: string, command: string, isRepeated: boolean): ProviderResponse {
    const entry = this.#entries.get(ref);
    if (this.#isCalm || !this.#chance.happens(0.3)) return null;
    const kind = this.#chance.between(0, 9);
    if (kind === 0) return { status: 200, body: Buffer.from('<html>maintenance</html>') };
    if (kind === 1) return { status: 502, body: Buffer.from('{"data":{"rc":"02","status":"Gagal"}}') };
    if (kind === 2) return this.#say({ rc: '98', status: 'Gagal', ref });
    if (kind === 3 && this.#chance.happens(0.5))
      return answerOf(400, { rc: '00', status: 'Sukses', ref_id: ref, sn: '1' });
    if (kind === 3) return this.#say({ rc: '00', status: 'Gagal', ref });
    if (kind === 4) return this.#say({ rc: '02', status: 'Gagal', ref: 'another-ref' });
    // Checks what comes with the request before it looks the ref up.
    if (kind === 5 && isRepeated && entry && entry.state !== 'inquired')
      return this.#say({ rc: this.#chance.pick(refusals), status: 'Gagal', ref });
    if (kind === 6 && entry && entry.state !== 'inquired' && command === '')
      return this.#say({ rc: '49', status: 'Gagal', ref });
    if (kind >= 7 && entry && !entry.hasTimedOut && entry.state !== 'inquired') {
      entry.hasTimedOut = true;
      return this.#say({ rc: this.#chance.pick(['01', '70', '50']), status: 'Gagal', ref });
    }
    return null;
  }

  #list(body: ProviderRequest['body']): ProviderResponse {
    const flags = { buyer_product_status: true, seller_product_status: true, desc: '' };
    const prepaid = Object.entries(prices).map(([code, price]) => ({
      buyer_product_status: true,
      seller_product_status: true,
      buyer_sku_code: code,
      product_name: code,
      category: 'Pulsa',
      brand: 'XL',
      type: 'Umum',
      price,
      unlimited_stock: true,
      stock: 0,
      start_cut_off: '0:0',
      end_cut_off: '0:0',
    }));
    const bill = { ...flags, buyer_sku_code: 'pln', product_name: 'PLN', category: 'Pascabayar', brand: 'PLN' };
    const items = body['cmd'] === 'prepaid' ? prepaid : [{ ...bill, admin: 2_750, commission: 1_500 }];
    return answerOf(200, items);
  }

  #stateOf(entry: Entry): ProviderResponse {
    return this.#answer(entry.state === 'failed', this.#dataOf(entry));
  }

  /** A no comes with either status. */
  #answer(isNo: boolean, data: object): ProviderResponse {
    return answerOf(isNo && this.#chance.happens(0.5) ? 400 : 200, data);
  }

  #dataOf(entry: Entry): object {
    const { refId, product, number, state, code, sn, price, selling } = entry;
    return {
      ref_id: refId,
      customer_no: number,
      buyer_sku_code: product,
      message: 'pesan',
      status: statuses[state],
      rc: state === 'inquired' ? '00' : code,
      sn,
      price,
      ...(entry.kind === 'bill'
        ? {
            customer_name: 'BUDI',
            selling_price: selling,
            desc: {
              lembar_tagihan: 1,
              detail: [{ periode: '202611', nilai_tagihan: String(selling - 2_750), admin: '2750' }],
            },
          }
        : {}),
    };
  }

  #say({ rc, status, ref = '' }: { rc: string; status: string; ref?: string }): ProviderResponse {
    const data = { rc, status, message: 'pesan', ...(ref === '' ? {} : { ref_id: ref }) };
    return this.#answer(status === 'Gagal', data);
  }

  calm(): void {
    this.#isCalm = true;
  }

  repeatWebhooks(): void {
    for (const entry of this.#entries.values())
      if (entry.state === 'success' || entry.state === 'failed') this.#notify(entry);
  }

  books() {
    return [...this.#entries.values()].map((entry) => ({
      refId: entry.refId,
      state: entry.state,
      isRefund: entry.code === '74',
      purchases: entry.purchases,
      cost: entry.price,
      total: entry.kind === 'bill' ? entry.selling : null,
      sn: entry.sn,
    }));
  }
}

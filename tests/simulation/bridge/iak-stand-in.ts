import { hash } from 'node:crypto';
import type { ProviderRequest, ProviderResponse } from '../../../src/bridge/core/provider-adapter.ts';
import { iak } from '../../../src/bridge/providers/iak.ts';
import type { Chance } from '../engine/chance.ts';
import { prices, type StandIn, type StandInDeps } from './stand-in.ts';

interface Entry {
  refId: string;
  trId: string;
  kind: 'prepaid' | 'bill';
  product: string;
  number: string;
  /** what the deposit loses, and what the customer owes of a bill */
  cost: number;
  owed: number;
  state: 'inquired' | 'pending' | 'success' | 'failed';
  sn: string;
  purchases: number;
}

const username = '0811';
const apiKey = 'iak-key';
const sign = (subject: string): string => hash('md5', username + apiKey + subject);

/**
 * IAK as its pages describe it, on a bad day. Its first answer to an order is that it is in process; a check only reads; a callback may be
 * anybody's, because its sign is that of the order's request. A second order under one ref buys twice here.
 */
export class IakStandIn implements StandIn {
  readonly adapter = iak({
    prepaidUrl: 'https://iak.example/api',
    postpaidUrl: 'https://iak.example/api/v1/bill/check',
    username,
    apiKey,
  });
  readonly #entries = new Map<string, Entry>();
  /** refs that were once said to be unknown */
  readonly #wasMissed = new Set<string>();
  readonly #deps: StandInDeps;
  readonly #chance: Chance;
  #isCalm = false;

  constructor(deps: StandInDeps) {
    this.#deps = deps;
    this.#chance = deps.chance;
  }

  subjectOf({ url, body }: ProviderRequest) {
    const command = body['commands'] ?? url.slice(url.lastIndexOf('/') + 1);
    if (command === 'pay-pasca') return { ref: this.#byTrId(String(body['tr_id']))?.refId ?? '', mayBuy: true };
    if (!['top-up', 'check-status', 'checkstatus'].includes(String(command))) return null;
    return { ref: String(body['ref_id']), mayBuy: command === 'top-up' };
  }

  handle({ url, body }: ProviderRequest): ProviderResponse {
    const command = String(body['commands'] ?? url.slice(url.lastIndexOf('/') + 1));
    const ref = String(body['ref_id'] ?? '');
    const subjects: Record<string, string> = { pricelist: 'pl', 'pricelist-pasca': 'pl', checkstatus: 'cs' };
    if (body['sign'] !== sign(subjects[command] ?? String(body['tr_id'] ?? ref))) return say(400, { rc: '204' });
    if (command.startsWith('pricelist')) return this.#list(command);
    const answer = this.#act(command, ref, body);
    return command === 'inq-pasca' ? answer : (this.#noise(ref) ?? answer);
  }

  #act(command: string, ref: string, body: ProviderRequest['body']): ProviderResponse {
    const entry = this.#entries.get(ref);
    const [number, product] = [String(body['customer_id'] ?? body['hp']), String(body['product_code'] ?? body['code'])];
    if (command === 'top-up') {
      if (entry) {
        entry.purchases += 1;
        return say(200, dataOf(entry));
      }
      if (!this.#isCalm && this.#chance.happens(0.1)) return say(400, { rc: '17', message: 'saldo' });
      const cost = prices[product] ?? 1;
      const added = this.#add({ refId: ref, kind: 'prepaid', product, number, cost, owed: cost, purchases: 1 });
      this.#begin(added);
      return say(200, { ...dataOf({ ...added, state: 'pending' }) });
    }
    if (command === 'inq-pasca') {
      if (this.#chance.happens(0.1)) return say(200, { response_code: '01', message: 'sudah dibayar' });
      const owed = this.#chance.between(50, 400) * 1000;
      const added = this.#add({ refId: ref, kind: 'bill', product, number, cost: owed - 1_150, owed, purchases: 0 });
      return say(200, { ...dataOf(added), status: undefined, response_code: '00' });
    }
    if (command === 'pay-pasca') {
      const bill = this.#byTrId(String(body['tr_id']));
      if (!bill) return say(400, { response_code: '20' });
      bill.purchases += 1;
      if (bill.state === 'inquired') {
        // Dearer since the inquiry.
        const risen = this.#chance.happens(0.2) ? 5_000 : 0;
        bill.cost += risen;
        bill.owed += risen;
        this.#begin(bill);
      }
      return say(200, { ...dataOf(bill), status: undefined });
    }
    // A check.
    const isThere = entry !== undefined && entry.state !== 'inquired';
    if (isThere) return say(200, dataOf(entry));
    return command === 'checkstatus' ? say(200, { status: 0, response_code: '42' }) : say(400, { rc: '06' });
  }

  #byTrId = (id: string): Entry | undefined => [...this.#entries.values()].find(({ trId }) => trId === id);

  #add(fields: Omit<Entry, 'trId' | 'state' | 'sn'>): Entry {
    const trId = String(1_000_000 + this.#entries.size);
    const entry: Entry = { ...fields, trId, state: fields.kind === 'bill' ? 'inquired' : 'pending', sn: '' };
    this.#entries.set(entry.refId, entry);
    return entry;
  }

  #begin(entry: Entry): void {
    entry.state = 'pending';
    const isSuccess = this.#chance.happens(0.7);
    const settle = (): void => {
      entry.state = isSuccess ? 'success' : 'failed';
      if (isSuccess) entry.sn = Array.from({ length: 20 }, () => this.#chance.between(0, 9)).join('');
      this.#callBack(entry);
    };
    if (this.#chance.happens(0.3)) settle();
    else this.#deps.after(this.#chance.between(1, 300) * 1000, settle);
  }

  /** Calls back: lost, late, twice, and with a lie that has the right sign. */
  #callBack(entry: Entry): void {
    const send = (data: object): void =>
      this.#deps.after(this.#isCalm ? 0 : this.#chance.between(0, 300) * 1000, () =>
        this.#deps.webhook({}, Buffer.from(JSON.stringify({ data: { ...data, sign: sign(entry.refId) } }))),
      );
    if (this.#isCalm || this.#chance.happens(0.7)) send(dataOf(entry));
    if (!this.#isCalm && this.#chance.happens(0.4))
      send(dataOf({ ...entry, state: entry.state === 'success' ? 'failed' : 'success', sn: '1' }));
  }

  #noise(ref: string): ProviderResponse {
    if (this.#isCalm || !this.#chance.happens(0.3)) return null;
    const entry = this.#entries.get(ref);
    const kind = this.#chance.between(0, 6);
    // As from a copy of their database that is behind: once.
    if (kind > 4 && entry && entry.state !== 'inquired' && !this.#wasMissed.has(ref)) {
      this.#wasMissed.add(ref);
      return entry.kind === 'bill' ? say(200, { status: 0, response_code: '42' }) : say(400, { rc: '06' });
    }
    if (kind === 0) return { status: 200, body: Buffer.from('<html>maintenance</html>') };
    if (kind === 1) return say(502, { ref_id: ref, status: 2, rc: '07', tr_id: '1' });
    if (kind === 2) return say(200, { ref_id: 'another', status: 2, rc: '07', tr_id: '1' });
    if (kind === 3) return say(200, { ref_id: ref, status: 1, rc: '39', response_code: '39' });
    return say(200, { ref_id: ref, rc: '888', response_code: '888' });
  }

  #list(command: string): ProviderResponse {
    const pricelist = Object.entries(prices).map(([code, price]) => ({
      product_code: code,
      product_description: 'XL',
      product_nominal: code,
      product_price: price,
      product_type: 'pulsa',
      status: 'active',
    }));
    const pasca = [{ code: 'pln', name: 'PLN', status: 1, fee: 2_750, komisi: 1_150, type: 'other' }];
    return say(200, command === 'pricelist' ? { pricelist, rc: '00' } : { pasca, rc: '00' });
  }

  calm(): void {
    this.#isCalm = true;
  }

  repeatWebhooks(): void {
    for (const entry of this.#entries.values())
      if (entry.state === 'success' || entry.state === 'failed') this.#callBack(entry);
  }

  books() {
    return [...this.#entries.values()].map(({ refId, state, purchases, cost, owed, kind, sn }) => ({
      refId,
      state,
      isRefund: false,
      purchases,
      cost,
      total: kind === 'bill' ? owed : null,
      sn,
    }));
  }
}

const say = (status: number, data: object): ProviderResponse => ({
  status,
  body: Buffer.from(JSON.stringify({ data })),
});

const codes = { inquired: '00', pending: '39', success: '00', failed: '07' } as const;
const states = { inquired: 0, pending: 0, success: 1, failed: 2 } as const;

function dataOf({ refId, trId, kind, product, number, cost, owed, state, sn }: Entry): object {
  const common = { ref_id: refId, tr_id: Number(trId), message: 'pesan' };
  if (kind === 'prepaid')
    return {
      ...common,
      rc: codes[state],
      status: states[state],
      product_code: product,
      customer_id: number,
      price: cost,
      sn,
    };
  return {
    ...common,
    response_code: codes[state],
    status: state === 'pending' ? 3 : states[state],
    code: product,
    hp: number,
    tr_name: 'BUDI',
    period: '202611',
    nominal: owed - 2_750,
    admin: 2_750,
    price: owed,
    selling_price: cost,
    noref: sn,
  };
}

import { createHmac, hash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './local-server.ts';

export const digiflazzAccount = { username: 'toko', apiKey: 'dev-key-of-tests', webhookSecret: 'webhook-of-tests' };

interface Transaction {
  ref_id: string;
  customer_no: string;
  buyer_sku_code: string;
  status: 'Sukses' | 'Pending' | 'Gagal';
  rc: string;
  sn: string;
  message: string;
  price: number;
  selling_price?: number;
  customer_name?: string;
  desc?: object;
}

/** What it does with a request instead of answering it as it should. */
export type Fault = 'lost' | 'html' | 'hang' | null;

/**
 * Digiflazz with its published test numbers over HTTP: of xld10, 087800001230 succeeds, …1232 fails, …1233 is pending and succeeds, …1234 is
 * pending and fails; a no has HTTP status 400; of pln, 530000000001 is one bill, …2 two, …3 is no bill, …6 cannot be paid.
 */
export class DigiflazzServer {
  readonly transactions = new Map<string, Transaction & { purchases: number }>();
  /** every request, by its path and command */
  readonly requests: string[] = [];
  /** of the next requests about purchases */
  readonly faults: Fault[] = [];
  /** "request": one has arrived and was carried out */
  readonly events = new EventEmitter();
  products = 2;
  /** of each prepaid product */
  cost = 10_450;
  hasBills = true;
  billCode = 'pln';
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenLocally(this.#server)}/v1`;
  }

  close = async (): Promise<void> => {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Record<string, string> = JSON.parse(await text(request));
    const path = (request.url ?? '').replace('/v1/', '');
    this.requests.push([path, body['commands'] ?? body['cmd']].filter(Boolean).join(' '));
    const subjects: Record<string, string | undefined> = {
      transaction: body['ref_id'],
      'price-list': 'pricelist',
      'cek-saldo': 'depo',
      'inquiry-pln': body['customer_no'],
    };
    const { username, apiKey } = digiflazzAccount;
    const isSigned = body['sign'] === hash('md5', `${username}${apiKey}${subjects[path]}`);
    const fault = path === 'transaction' && body['commands'] !== 'inq-pasca' ? (this.faults.shift() ?? null) : null;
    const data = isSigned ? this.#answer(path, body) : { rc: '41', status: 'Gagal', message: 'Signature salah' };
    this.events.emit('request');
    if (fault === 'hang') return;
    if (fault === 'lost') request.socket.destroy();
    else if (fault === 'html') response.end('<html>perbaikan</html>');
    else
      response
        .writeHead('status' in data && data.status === 'Gagal' ? 400 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data }));
  }

  #answer(path: string, body: Record<string, string>): object {
    if (path === 'cek-saldo') return { deposit: 1_250_000 };
    if (path === 'inquiry-pln')
      return body['customer_no'] === '12345678901'
        ? { rc: '00', status: 'Sukses', name: 'BUDI SANTOSO', segment_power: 'R1 / 1300' }
        : { rc: '54', status: 'Gagal', message: 'Nomor salah' };
    if (path === 'price-list')
      return body['cmd'] === 'pasca'
        ? this.hasBills
          ? [bill(this.billCode)]
          : []
        : prepaidList(this.products, this.cost);
    return this.#transact(
      body['commands'] ?? '',
      body['ref_id'] ?? '',
      body['buyer_sku_code'] ?? '',
      body['customer_no'] ?? '',
    );
  }

  #transact(command: string, ref: string, sku: string, number: string): object {
    const existing = this.transactions.get(ref);
    const base = { ref_id: ref, customer_no: number, buyer_sku_code: sku, sn: '', message: 'ok' };
    if (command === 'inq-pasca') {
      if (number.endsWith('3')) return { ...base, rc: '60', status: 'Gagal', message: 'Tagihan tidak ada' };
      const inquired = {
        ...base,
        rc: '00',
        status: 'Sukses' as const,
        price: 98_500,
        selling_price: 100_000,
        customer_name: 'BUDI',
      };
      const bill = { periode: '202611', nilai_tagihan: '97250', admin: '2750' };
      const desc = { lembar_tagihan: 1, detail: [bill] };
      this.transactions.set(ref, { ...inquired, desc, purchases: 0 });
      return { ...inquired, desc };
    }
    if (command === 'status-pasca')
      return existing?.purchases === 1 ? existing : { ...base, rc: '50', status: 'Gagal', price: 0 };
    if (command === 'pay-pasca' && existing) {
      existing.purchases += 1;
      return Object.assign(
        existing,
        number.endsWith('6') ? { rc: '02', status: 'Gagal' } : { rc: '00', status: 'Sukses', sn: 'REF:1/BUDI' },
      );
    }
    if (existing) return existing;
    const price =
      prepaidList(this.products, this.cost).find(({ buyer_sku_code }) => buyer_sku_code === sku)?.price ?? 0;
    const transaction: Transaction & { purchases: number } = {
      ...base,
      price,
      rc: '03',
      status: 'Pending',
      purchases: 1,
    };
    if (number.endsWith('0')) Object.assign(transaction, { rc: '00', status: 'Sukses', sn: '12345678901234567890' });
    if (number.endsWith('2')) Object.assign(transaction, { rc: '02', status: 'Gagal' });
    this.transactions.set(ref, transaction);
    return transaction;
  }

  /** Ends a pending transaction, and answers the webhook of it with its signature. */
  settle(ref: string, change: Partial<Transaction>): { body: Buffer; headers: Record<string, string> } {
    const transaction = Object.assign(this.transactions.get(ref) ?? {}, change);
    const body = Buffer.from(JSON.stringify({ data: transaction }));
    const signature = createHmac('sha1', digiflazzAccount.webhookSecret).update(body).digest('hex');
    return { body, headers: { 'x-digiflazz-event': 'update', 'x-hub-signature': `sha1=${signature}` } };
  }
}

const flags = { buyer_product_status: true, seller_product_status: true };

const prepaidList = (count: number, price: number) =>
  ['xld10', 'pln20', ...Array.from({ length: Math.max(0, count - 2) }, (_, at) => `sku${at}`)].map((code) => ({
    buyer_sku_code: code,
    product_name: code === 'pln20' ? 'PLN 20.000' : `XL ${code}`,
    category: code === 'pln20' ? 'PLN' : 'Pulsa',
    brand: code === 'pln20' ? 'PLN' : 'XL',
    type: 'Umum',
    price,
    buyer_product_status: true,
    seller_product_status: true,
    unlimited_stock: true,
    stock: 0,
    start_cut_off: '0:0',
    end_cut_off: '0:0',
    desc: '-',
  }));

const bill = (code: string) => ({
  ...flags,
  buyer_sku_code: code,
  product_name: 'PLN Pascabayar',
  category: 'Pascabayar',
  brand: 'PLN',
  admin: 2750,
  commission: 1500,
});

import { describe, expect, it, test } from 'vitest';
import { canBeRefusalWord, defaultRefusalWords } from '../../../src/shared/domain/provider-answer.ts';
import { orderAsk, payAsk, scriptedProvider, scriptedWith } from '../../support/fake-servers.ts';

type Answer = { status?: number; json: unknown };

/** What becomes of an order and of a payment that are answered so. */
async function kinds(answer: Answer): Promise<string[]> {
  const { provider } = scriptedProvider(answer);
  return [(await provider.order(orderAsk)).kind, (await provider.pay(payAsk)).kind];
}

const refused = ['refused', 'refused'];
const unclear = ['unclear', 'unclear'];
const saying = (message: unknown): Answer => ({ json: { status: 'error', message } });

describe.each([200, 400])('an answer that is no known refusal, with HTTP %i', (status) => {
  const words = 'processing proses diproses queued accepted completed berhasil true 200 00 timeout'.split(' ');
  it.each<[string, object]>([
    ...words.map((word): [string, object] => [word, { status: word, message: '' }]),
    ['error, being processed', { status: 'error', message: 'Transaksi sedang diproses' }],
    ['error with trx_id', { status: 'error', message: 'x', data: { trx_id: 'A1' } }],
    ['error with a rounded trx_id', { status: 'error', message: 'x', data: { trx_id: '1.2345E+19' } }],
    ['error with ref_id', { status: 'error', message: 'x', data: { ref_id: 'A1' } }],
  ])('is unclear: %s', async (_, json) => {
    expect(await kinds({ status, json })).toEqual(unclear);
  });
});

// After the response codes that providers of this trade publish, in their words or close to them.
describe('the message of a refusal', () => {
  it.each([
    '',
    'Saldo tidak cukup',
    'Saldo tidak cukup untuk memproses',
    'Saldo Anda tidak mencukupi untuk memproses transaksi ini',
    'tidak dapat diproses',
    'Transaksi tidak bisa di-proses',
    'Transaksi gagal diproses.',
    'Gagal memproses API Buyer',
    'gagal di proses',
    'Proses transaksi gagal',
    'Transaksi tidak berhasil',
    'Pembayaran gagal, tidak dapat diproses saat ini',
    'TRX S1.087800001232 GAGAL, Nomor tujuan salah. SISA SALDO 1000000',
    'Prefix Tidak Sesuai Dengan Operator',
    'Nomor Tujuan Salah',
    'Nomor Tujuan Diblokir',
    'Produk Sedang Gangguan',
    'Produk sudah tidak tersedia',
    'Sedang Cut Off',
    'Stok habis',
    'Akun Anda telah diblokir',
    'Tagihan belum tersedia',
    'Belum pernah melakukan deposit',
    'Jumlah Digit Kurang Atau Lebih',
    'IP Anda tidak kami kenali',
    'Tagihan belum lunas',
    'Produk tidak sedang dijual',
    'INSUFFICIENT DEPOSIT',
    'Insufficient balance to process this order',
    'NUMBER NOT MATCH WITH OPERATOR',
    'INCORRECT DESTINATION NUMBER',
    'CODE NOT FOUND',
    'BILL UNPAID',
    'NUMBER IS ALREADY IN USE',
    'MAXIMUM 1 NUMBER 1 TIME IN 1 DAY',
    "TRANSACTION CAN'T BE PROCESS, PLEASE TRY AGAIN LATER",
    'The request could not be processed',
    'Unable to process the payment',
    'Failed to process order',
    'Payment was not successful',
    'unsuccessful',
    'Unprocessable Entity',
    "PAYMENT REQUEST HAVEN'T BEEN RECEIVED",
    "CAN'T BE PAID IN COUNTER, PLEASE PAY TO THE CORRESPONDING COMPANY",
    'PAYMENT HAVE TO BE DONE VIA COUNTER',
    'TRANSACTION REJECTED DUE TO ANOTHER UNPAID ARREAR',
    'EXCEEDING DUE DATE, PLEASE PAY IN THE COUNTER',
    'WRONG AUTHENTICATION',
    'PRODUCT IS TEMPORARILY OUT OF SERVICE',
  ])('is believed: %s', async (message) => {
    expect(await kinds(saying(message))).toEqual(refused);
  });

  it.each([
    'sedang diproses',
    'SEDANG DI PROSES',
    'SedangDiproses',
    'Transaksi s\u200bedang di\u200bproses',
    'Ｔｒａｎｓａｋｓｉ ｄｉｐｒｏｓｅｓ',
    'Request S1 ke 087800001233 segera diproses Saldo=990000',
    'Masih dalam proses',
    'sedang diproses, tidak dapat dibatalkan',
    'Transaksi sedang diproses tidak dapat dibatalkan',
    'Gagal, transaksi sebelumnya sedang diproses',
    'Gagal. Akan diproses ulang',
    'gagal akan diproses ulang',
    'tidak dapat diproses karena transaksi sebelumnya berhasil',
    'tidak gagal diproses',
    'bukan tidak berhasil',
    'tidak hanya berhasil',
    'Belum diproses',
    'Belum berhasil',
    'berhasil',
    'TRX S1.087800001230 BERHASIL, HRG:10000 SN:1234567890',
    'OK',
    'Transaction successful',
    'Insufficient balance transaction pending',
    'Insufficient balance transaction successful',
    'Error while processing your request',
    'in_progress',
    'INPROGRESS',
    'ON PROCESS',
    'PENDING / TRANSACTION IN PROCESS',
    'Menunggu antrian',
    'queued',
    'tertunda',
    'Suspect, silakan cek status',
    'UNDEFINED ERROR',
    'UNDEFINED RESPONSE CODE',
    'Unknown error code: 0091',
    'Internal server error',
    'Kesalahan tidak diketahui',
    'Timeout Dari Biller',
    'Request timed out',
    'Time-out',
    'Tidak ada respon dari operator',
    'No response from biller',
    'Duplicate transaction',
    'DUPLICATE REF ID',
    'Ref ID tidak unik',
    'Transaksi ganda',
    'Transaksi yang sama sudah ada',
    'Transaksi sudah terjadi di buyer lain',
    'Pulsa sudah masuk',
    'Saldo telah dipotong',
    'This transaction id has already been used',
    'INVOICE HAS BEEN PAID',
    'BILL ALREADY PAID',
    'TRANSACTION REJECTED DUE TO ALL OR ONE OF THE ARREAR/INVOICE HAS BEEN PAID',
    'Tagihan sudah lunas',
    'Tagihan sudah dibayar',
  ])('leaves the outcome unknown: %s', async (message) => {
    expect(await kinds(saying(message))).toEqual(unclear);
  });

  it.each<[string, object]>([
    ['by language', { status: 'error', message: { ID: 'Transaksi sedang dalam proses', EN: 'processing' } }],
    ['in the data', { status: 'error', message: '', data: { pesan: 'sedang diproses' } }],
    ['as the data', { status: 'error', message: '', data: 'sedang diproses' }],
    ['in a list of errors', { status: 'error', message: 'x', errors: [{ field: 'a', text: ['masih antri'] }] }],
  ])('counts wherever it stands: %s', async (_, json) => {
    expect(await kinds({ json })).toEqual(unclear);
  });

  it('is not looked for in names', async () => {
    const data = { customer_name: 'PT SUKSES BERHASIL', product_name: 'Paket OK' };
    expect(await kinds({ json: { status: 'gagal', message: 'Nomor salah', data } })).toEqual(refused);
  });

  it('is read by language too', async () => {
    const message = { ID: 'Saldo tidak cukup', EN: 'Insufficient balance' };
    expect(await kinds(saying(message))).toEqual(refused);
  });
});

describe('what looks like a transaction', () => {
  const keys = `transaction_id trx_id TRXID trxId ref_id refID reference no_ref order_id invoice_no payment_id tr_id sn serial_number
    idtrx id_transaksi fmTrxid partner_ref refNumber server_id id`;
  it.each(keys.split(/\s+/))('makes an answer unclear: %s', async (key) => {
    expect(await kinds({ json: { status: 'error', message: 'x', data: { list: [{ [key]: 'A17' }] } } })).toEqual(
      unclear,
    );
    expect(await kinds({ json: { status: 'error', message: 'x', [key]: 17 } })).toEqual(unclear);
    expect(await kinds({ json: { status: 'error', message: 'x', data: { [key]: '' } } })).toEqual(refused);
  });

  it.each(['request_id', 'customer_id', 'customer_no', 'code', 'rc', 'product_code', 'trace_id', 'timestamp'])(
    'is not %s',
    async (key) => {
      expect(await kinds({ json: { status: 'error', message: 'x', data: { [key]: 'A17' } } })).toEqual(refused);
    },
  );

  it('is not the id of an error, or a field named in one', async () => {
    const errors = [{ id: 'E17', field: 'customer_no' }];
    expect(await kinds({ status: 422, json: { status: 'error', message: 'x', errors } })).toEqual(refused);
  });
});

test.each<[string, object]>([
  ['a number', { status: 2 }],
  ['true', { status: true }],
  ['a word of its own', { trx_status: 'menunggu' }],
  ['success', { success: true }],
])('a state within a refusal that is no known no makes it unclear: %s', async (_, data) => {
  expect(await kinds({ json: { status: 'error', message: 'x', data } })).toEqual(unclear);
});

test('a whole failed order within an answer that speaks of process is unclear', async () => {
  const data = { transaction_id: 'T-1', status: 'failed' };
  expect(await kinds({ json: { status: 'processing', message: '', data } })).toEqual(unclear);
});

describe('the words of a refusal', () => {
  it.each(['ERROR', ' Failed ', 'fail', 'Gagal', 'rejected', 'DITOLAK', 'invalid'])('are %s', async (status) => {
    expect(await kinds({ json: { status, message: 'x' } })).toEqual(refused);
  });

  it.each(['', ' ', 'no', 'cancelled', 'unknown', 'failed?', '0', '-1'])('are not %j', async (status) => {
    expect(await kinds({ json: { status, message: 'x' } })).toEqual(unclear);
  });

  it('are those of the owner', async () => {
    const answers = [{ json: { status: 'BATAL', message: 'x' } }, { json: { status: 'error', message: 'x' } }];
    const { provider } = scriptedWith({ refusalWords: ['batal'] }, ...answers);
    expect((await provider.order(orderAsk)).kind).toBe('refused');
    expect((await provider.order(orderAsk)).kind).toBe('unclear');
  });

  it.each([...defaultRefusalWords, 'batal', 'Dibatalkan', 'cancelled', 'denied', 'unsuccessful', 'E17'])(
    'may be %s',
    (word) => {
      expect(canBeRefusalWord(word)).toBe(true);
    },
  );

  it.each(
    'proses|Processing|DIPROSES|on process|in_progress|not processed|sukses|success|Berhasil|tidak berhasil|ok|true|pending|PENDING|tertunda|queued|antri|accepted|lunas|timeout|duplicate|00|200|-1|1.5|٠٠| ||-|pro\u200bses|ＰＥＮＤＩＮＧ'.split(
      '|',
    ),
  )('may not be %j', (word) => {
    expect(canBeRefusalWord(word)).toBe(false);
  });
});

const order = (answer: { text: string } | { bytes: Uint8Array }) => scriptedProvider(answer).provider.order(orderAsk);
const good = '"transaction_id":"T-1","status":"pending"';

describe('a hostile answer', () => {
  it('cannot lend fields through __proto__', async () => {
    const outcome = await order({ text: `{"status":"success","message":"OK","data":{"__proto__":{${good}}}}` });
    expect(outcome).toMatchObject({ kind: 'unclear' });
    expect({}).not.toHaveProperty('transaction_id');
  });

  it('cannot change what a read result inherits', async () => {
    const text = `{"status":"success","message":"OK","data":{${good},"__proto__":{"sn":"1"},"constructor":{"x":1}}}`;
    const outcome = await order({ text });
    if (outcome.kind !== 'answered') throw new Error(outcome.kind);
    expect(Object.getPrototypeOf(outcome.value)).toBe(Object.prototype);
    expect(outcome.value['sn']).toBeUndefined();
  });

  it('is read with a byte order mark', async () => {
    expect(await order({ text: `\uFEFF{"status":"success","message":"OK","data":{${good}}}` })).toMatchObject({
      kind: 'answered',
    });
  });

  it('is judged by the last of a key said twice', async () => {
    const text = `{"status":"success","message":"OK","data":{${good},"status":"failed"}}`;
    expect(await order({ text })).toMatchObject({ kind: 'answered', value: { status: 'failed' } });
  });

  it.each(['[', '{"data":'])('may nest %s as deep as it likes', async (bracket) => {
    expect(await order({ text: bracket.repeat(200_000) })).toMatchObject({ kind: 'unclear' });
  });

  it('may hide a deep nest in an extra field', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"status":"success","message":"OK","data":{${good},"extra":${deep}}}`;
    expect(await order({ text })).toMatchObject({ kind: 'answered', value: { transaction_id: 'T-1' } });
  });

  it.each(['', '{"transaction_id":"T-1"}'])('may refuse with %j in the depth of a nest', async (innermost) => {
    const deep = `${'['.repeat(100_000)}${innermost}${']'.repeat(100_000)}`;
    const kind = innermost === '' ? 'refused' : 'unclear';
    expect(await order({ text: `{"status":"error","message":"x","data":${deep}}` })).toMatchObject({ kind });
  });

  it('may carry numbers that no machine holds', async () => {
    const text = `{"status":"success","message":"OK","data":{${good},"price":${'9'.repeat(5000)}}}`;
    expect(await order({ text })).toMatchObject({ kind: 'answered' });
  });
});

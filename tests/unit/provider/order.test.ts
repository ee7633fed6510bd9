import { describe, expect, it } from 'vitest';
import { envelope, orderData } from '../../support/provider-answers.ts';
import { bodyOf, orderAsk, type Scripted, scriptedProvider, scriptedWith } from '../../support/provider-servers.ts';

const order = (...script: Scripted[]) => scriptedProvider(...script).provider.order(orderAsk);

/** A readable no with that as its data. */
const no = (data: unknown) => ({ status: 'error', message: 'x', data });

describe('an order', () => {
  it('leaves with exactly the documented fields and our headers', async () => {
    const { provider, asked } = scriptedProvider({ json: envelope(orderData()) });
    const outcome = await provider.order(orderAsk);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: 'https://provider.example/v1/order',
      headers: { 'content-type': 'application/json', 'X-Shop': 'abc' },
      connectTimeoutMs: 1000,
      answerTimeoutMs: 2000,
      maxAnswerBytes: 1024 * 1024,
    });
    expect(bodyOf(asked[0])).toStrictEqual({
      product_code: 'TSEL10',
      customer_no: '081234567890',
      callback_url: 'https://relay.example/hooks/m/0198',
    });
    expect(outcome.sent).toStrictEqual(asked[0]?.body);
  });

  it.each(['pending', 'success', 'failed'])('is answered when the data says %s', async (status) => {
    const json = envelope(orderData({ status }));
    const outcome = await order({ json });
    expect(outcome).toMatchObject({ kind: 'answered', value: { transaction_id: 'T-1', status }, faults: [] });
    if (outcome.kind !== 'answered') throw new Error(outcome.kind);
    expect(new TextDecoder().decode(outcome.answer)).toBe(JSON.stringify(json));
  });

  it('is answered with faults named by path when only other fields are wrong', async () => {
    const outcome = await order({
      json: { status: 'success', data: { transaction_id: 'T-1', status: 'pending', product_name: 7, extra: 1 } },
    });
    expect(outcome).toMatchObject({ kind: 'answered', value: { product_name: null, message: null, extra: 1 } });
    const paths = outcome.kind === 'answered' ? outcome.faults.map((fault) => fault.path) : [];
    expect(paths.toSorted()).toStrictEqual(['data.message', 'data.product_code', 'data.product_name', 'message']);
  });

  it('is answered with a fault when another product is named', async () => {
    const outcome = await order({ json: envelope(orderData({ product_code: 'TSEL20' })) });
    expect(outcome).toMatchObject({ kind: 'answered', faults: [{ path: 'data.product_code' }] });
  });

  it.each([200, 400, 401, 403, 404, 422])('is refused by a readable no with HTTP %i', async (status) => {
    const outcome = await order({ status, json: { status: 'error', message: 'Saldo kurang', data: null } });
    expect(outcome).toMatchObject({ kind: 'refused', status, message: 'Saldo kurang' });
  });

  it.each([
    ['no data at all', { status: 'error', message: 'x' }],
    ['no message', { status: 'error' }],
    ['data with an empty id', { status: 'failed', message: 'x', data: { transaction_id: '', status: 'failed' } }],
    ['data that is a list', { status: 'error', message: 'x', data: [] }],
    ['an envelope with a word of its own', { status: 'ditolak', message: 'x', data: null }],
    ['data that says so too', { status: 'error', message: 'x', data: { status: 'Gagal', code: 17 } }],
    ['what was wrong with each field', no({ errors: [{ field: 'customer_no', rule: 'digits' }] })],
  ])('is refused by %s', async (_, json) => {
    expect(await order({ json })).toMatchObject({ kind: 'refused' });
  });

  it.each([201, 302, 307, 308, 402, 405, 408, 409, 421, 425, 429, 500, 502, 503, 504])(
    'is unclear when a readable no comes with HTTP %i',
    async (status) => {
      const outcome = await order({ status, json: { status: 'error', message: 'x', data: null } });
      expect(outcome).toMatchObject({ kind: 'unclear', status });
    },
  );

  it.each([302, 400, 404, 422, 500, 503])('is unclear when a success comes with HTTP %i', async (status) => {
    expect(await order({ status, json: envelope(orderData()) })).toMatchObject({ kind: 'unclear', status });
  });

  it('is answered as failed when the envelope says error but the data is a whole failed order', async () => {
    const outcome = await order({ status: 422, json: envelope(orderData({ status: 'failed' }), { status: 'error' }) });
    expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'failed' }, faults: [{ path: 'status' }] });
  });

  it.each(['pending', 'success'])('is unclear when the envelope says error and the data %s', async (status) => {
    const outcome = await order({ json: envelope(orderData({ status }), { status: 'error' }) });
    expect(outcome).toMatchObject({ kind: 'unclear', status: 200 });
  });

  it.each<[string, { status?: number; json?: unknown; text?: string; bytes?: Uint8Array }]>([
    ['a failed order with HTTP 500', { status: 500, json: envelope(orderData({ status: 'failed' })) }],
    ['an error that names a transaction', { json: { status: 'error', message: 'x', data: { transaction_id: 'T-1' } } }],
    ['an id beside the envelope', { json: { status: 'error', message: 'x', transaction_id: 'T-1' } }],
    ['an id that is a number', { json: { status: 'error', message: 'x', data: { transaction_id: 5 } } }],
    ['an envelope that says pending', { json: { status: 'pending', message: 'x' } }],
    ['an envelope that says nothing', { json: { status: ' ', message: 'x' } }],
    ['a no around a pending', { json: { status: 'error', message: 'x', data: { status: 'pending' } } }],
    ['a no that names a transaction in a list', { json: no([{ transaction_id: 'T-1', status: 'failed' }]) }],
    ['a no that names a transaction further in', { json: no({ order: { transaction_id: 'T-1' } }) }],
    ['a no around a list of what is pending', { json: no({ orders: [{ status: 'pending' }] }) }],
    ['a no around a state that nobody documented', { json: no({ status: 'processing' }) }],
    ['no transaction_id', { json: envelope({ status: 'pending' }) }],
    ['an empty transaction_id', { json: envelope(orderData({ transaction_id: '' })) }],
    ['an id with half a letter', { json: envelope(orderData({ transaction_id: 'T-\ud83d' })) }],
    ['no status', { json: envelope(orderData({ status: undefined })) }],
    ['a status that is not documented', { json: envelope(orderData({ status: 'done' })) }],
    ['data that is null', { json: envelope(null) }],
    ['data that is text', { json: envelope('T-1') }],
    ['an envelope without status', { json: { message: 'OK', data: orderData() } }],
    ['a list', { json: [envelope(orderData())] }],
    ['null', { json: null }],
    ['HTML', { text: '<html>502</html>' }],
    ['nothing', { text: '' }],
    ['half a JSON', { text: JSON.stringify(envelope(orderData())).slice(0, -1) }],
    ['two JSONs', { text: '{"status":"error"}{"status":"error"}' }],
    ['bytes that are not UTF-8', { bytes: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }],
  ])('is unclear when the answer is %s', async (_, answer) => {
    expect(await order(answer)).toMatchObject({ kind: 'unclear', status: answer.status ?? 200 });
  });

  it('says what was missing when an answer is unclear', async () => {
    const outcome = await order({ json: envelope({ status: 'done' }) });
    const paths = outcome.kind === 'unclear' ? outcome.faults.map((fault) => fault.path) : [];
    expect(paths).toContain('data.transaction_id');
    expect(paths).toContain('data.status');
  });

  it('is unclear without an answer when the answer was lost', async () => {
    const outcome = await order({ kind: 'lost', reason: 'ECONNRESET' });
    expect(outcome).toMatchObject({ kind: 'unclear', reason: 'ECONNRESET', status: null, answer: null });
  });

  it('is never sent when the connection was never made', async () => {
    expect(await order({ kind: 'never_sent', reason: 'ECONNREFUSED' })).toMatchObject({ kind: 'never_sent' });
  });

  it('believes only the codes that the owner left in the list', async () => {
    const { provider } = scriptedProvider({ status: 404, json: { status: 'error', message: 'x', data: null } });
    expect(await provider.order(orderAsk)).toMatchObject({ kind: 'refused' });
    const strict = scriptedWith({ refusalCodes: [200] }, { status: 404, json: { status: 'error', message: 'x' } });
    expect(await strict.provider.order(orderAsk)).toMatchObject({ kind: 'unclear', status: 404 });
  });
});

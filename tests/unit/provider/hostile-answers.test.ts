import { describe, expect, it } from 'vitest';
import { orderAsk, scriptedProvider } from '../../support/provider-servers.ts';

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

  it.each(['[', '{"data":'])('may nest %s as deep as it likes', async (opening) => {
    expect(await order({ text: opening.repeat(200_000) })).toMatchObject({ kind: 'unclear' });
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

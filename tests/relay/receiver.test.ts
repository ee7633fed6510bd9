import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { body, hook, poll, relayOfFile, secret, sendRequest, sign, startRelay } from '../support/relay.ts';

const sharedRelay = relayOfFile();

test('takes a webhook that openssl signed, and hands it out exactly as it came', async () => {
  const under = await sharedRelay();
  const raw = '{ "transaction_id":"T1",\n "status" : "success", "customer_no":"081234567890" }\n';
  const signature = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], { input: raw })
    .toString()
    .replace(/^.*= /, '')
    .trim();
  const answer = await hook(under, raw, { signature });
  expect(answer).toMatchObject({ status: 200, json: { status: 'success', message: 'OK' } });
  const [event] = (await poll(under)).events;
  expect(event).toMatchObject({
    ref: 'order-1',
    body: raw,
    bodyEncoding: 'utf8',
    event: 'transaction.update',
    signature,
  });
});

test('takes the digest in capitals, and the address without a ref', async () => {
  const under = await sharedRelay();
  const answer = await sendRequest(under.relay.url, `/hooks/${under.mailbox}`, {
    method: 'POST',
    body: body('T1'),
    headers: { 'x-service-signature': sign(body('T1')).toUpperCase() },
  });
  expect(answer.status).toBe(200);
  expect((await poll(under)).events[0]).toMatchObject({ ref: null, event: null });
});

test('takes a signed webhook whatever content type it names, since the signature says whose it is', async () => {
  const under = await sharedRelay();
  const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=latin1'];
  for (const [at, type] of types.entries()) {
    expect((await hook(under, body(`T${at}`), { headers: { 'content-type': type } })).status).toBe(200);
  }
  expect((await poll(under)).events).toHaveLength(types.length);
});

test('takes headers that a proxy has sent twice alike, and no webhook with two signatures', async () => {
  const under = await sharedRelay();
  const twice = (one: string, other = one) => [one, other];
  const signature = sign(body('T1'));
  const headers = { 'x-service-event': twice('transaction.update'), 'x-service-signature': twice(signature) };
  expect((await hook(under, body('T1'), { headers })).status).toBe(200);
  expect((await poll(under)).events[0]).toMatchObject({ event: 'transaction.update', signature });
  const differing = { 'x-service-signature': twice(sign(body('T2')), signature) };
  expect((await hook(under, body('T2'), { headers: differing })).status).toBe(401);
});

test('keeps bytes that are not UTF-8 as they were signed, and says so', async () => {
  const under = await sharedRelay();
  const raw = Buffer.concat([Buffer.from('{"message":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
  expect((await hook(under, raw)).status).toBe(200);
  const [event] = (await poll(under)).events;
  expect(event?.bodyEncoding).toBe('base64');
  expect(Buffer.from(event?.body ?? '', 'base64').equals(raw)).toBe(true);
});

test('stores an identical redelivery once and answers it 200', async () => {
  const under = await sharedRelay();
  const answers = await Promise.all([1, 2, 3].map(() => hook(under, body('T1'))));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect((await hook(under, body('T1'))).status).toBe(200);
  expect((await poll(under)).events).toHaveLength(1);
  await hook(under, body('T1'), { ref: 'order-2' });
  await hook(under, body('T1'), { headers: { 'x-service-event': 'transaction.other' } });
  expect((await poll(under)).events.map((event) => event.ref)).toEqual(['order-1', 'order-2', 'order-1']);
});

test.each([
  ['another key', sign(body('T1'), 'another')],
  ['another body', sign(body('T2'))],
  ['no signature', null],
  ['an empty one', ''],
  ['64 letters that are not hex', 'z'.repeat(64)],
  ['a digit too few', sign(body('T1')).slice(1)],
  ['a digit too many', `${sign(body('T1'))}0`],
  ['two of them', `${sign(body('T1'))}, ${sign(body('T1'))}`],
])('answers 401 to %s and keeps nothing', async (_what, signature) => {
  const under = await sharedRelay();
  const answer = await hook(under, body('T1'), { signature });
  expect(answer).toMatchObject({ status: 401, json: { status: 'error' } });
  expect((await poll(under)).events).toEqual([]);
});

test('answers an unknown mailbox exactly as a wrong signature, even to its own secret', async () => {
  const under = await sharedRelay();
  const wrong = await hook(under, body('T1'), { signature: sign('x') });
  const unknown = await hook({ ...under, mailbox: 'mNobody' }, body('T1'));
  expect(unknown).toEqual(wrong);
  expect(unknown.status).toBe(401);
});

test('never takes a webhook with the secret of another mailbox', async () => {
  const under = await sharedRelay();
  const other = await under.relay.createMailbox({ name: 'other', secret: 'other' });
  expect((await hook({ ...under, ...other }, body('T1'))).status).toBe(401);
  expect((await hook({ ...under, ...other }, body('T1'), { signature: sign(body('T1'), 'other') })).status).toBe(200);
  expect((await poll(under)).events).toEqual([]);
  expect((await poll({ ...under, token: other.token })).status).toBe(401);
});

test('answers 400 to an empty body before looking at its signature, and to signed nonsense after', async () => {
  const under = await sharedRelay();
  expect((await hook(under, '')).status).toBe(400);
  expect((await hook(under, '', { signature: null })).status).toBe(400);
  expect((await hook(under, 'not json')).status).toBe(400);
  expect((await hook(under, '{"a":')).status).toBe(400);
  expect((await hook(under, '['.repeat(60_000))).status).toBe(400);
  expect((await hook(under, 'not json', { signature: sign('x') })).status).toBe(401);
  expect((await poll(under)).events).toEqual([]);
});

test('answers 413 to 1 MB, with and without its length, and to one byte over 64 KiB', async () => {
  const under = await sharedRelay();
  const fits = `"${'a'.repeat(64 * 1024 - 2)}"`;
  expect((await hook(under, fits)).status).toBe(200);
  expect((await hook(under, `${fits} `)).status).toBe(413);
  const large = Buffer.alloc(1_000_000, 'a');
  expect((await hook(under, large)).status).toBe(413);
  expect((await hook(under, large, { headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
});

test('answers 415 to a compressed body without unpacking it', async () => {
  const under = await sharedRelay();
  expect((await hook(under, body('T1'), { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
});

test('never limits what is signed, while a flood of what is not is answered 429', async () => {
  const under = await startRelay();
  const flood = await Promise.all(
    Array.from({ length: 400 }, () => hook(under, body('T1'), { signature: sign('x') }).then(({ status }) => status)),
  );
  expect(new Set(flood)).toEqual(new Set([401, 429]));
  const signed = await Promise.all(Array.from({ length: 50 }, (_, at) => hook(under, body(`S${at}`))));
  expect(new Set(signed.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await poll(under)).status).toBe(200);
});

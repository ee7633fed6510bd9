import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UnsentService } from '../../../../../src/renderer/features/cash-services/record-form.ts';
import { ServiceSender } from '../../../../../src/renderer/features/cash-services/service-sender.ts';
import { fakeCashServices } from '../../../../support/fake-features.ts';

const service: UnsentService = { kind: 'withdrawal', amount: 500_000, fee: 5000, feeSide: 'cash', reference: 'BRI-7' };
const changed: UnsentService = { ...service, reference: 'BRI-77' };

let main: ReturnType<typeof fakeCashServices>;
/** what becomes of the next calls: their answer is lost after main's work, or main is not reached; none: they are answered */
let faults: ('lost' | 'away')[];

beforeEach(() => {
  main = fakeCashServices();
  faults = [];
  const through =
    <A, B>(work: (input: A) => Promise<B>) =>
    async (input: A): Promise<B> => {
      const fault = faults.shift();
      if (fault === 'away') throw new Error('the host is gone');
      const answer = await work(input);
      if (fault === 'lost') throw new Error('the host is gone');
      return answer;
    };
  const [record, get] = [through(main['cashServices.record']), through(main['cashServices.get'])];
  vi.stubGlobal('window', { konter: { cashServices: { record, get } } });
});
afterEach(() => vi.unstubAllGlobals());

const recorded = async () => {
  const listed = await main['cashServices.list']({});
  return listed.ok ? listed.value.entries.map(({ note }) => note) : [];
};

it('records what is changed after a lost answer no second time, and says that the earlier try was recorded', async () => {
  const sender = new ServiceSender();
  faults = ['lost', 'away'];
  expect((await sender.send(service)).ok).toBe(false);
  // Whether it was recorded cannot be seen: nothing is sent.
  expect((await sender.send(changed)).ok).toBe(false);
  expect(await sender.send(changed)).toMatchObject({ ok: true, value: { isEarlier: true, entry: { note: 'BRI-7' } } });
  expect(await recorded()).toEqual(['BRI-7']);
  // The next one is another service.
  expect(await sender.send(changed)).toMatchObject({ ok: true, value: { isEarlier: false } });
  expect(await recorded()).toHaveLength(2);
});

it('records what is changed where the earlier try did not arrive', async () => {
  const sender = new ServiceSender();
  faults = ['away'];
  expect((await sender.send(service)).ok).toBe(false);
  expect(await sender.send(changed)).toMatchObject({ ok: true, value: { isEarlier: false } });
  expect(await recorded()).toEqual(['BRI-77']);
});

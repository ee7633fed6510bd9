import { describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../../src/main/api/dispatch.ts';
import { silentHandlers } from '../../support/contract-samples.ts';
import { recordingLog } from '../../support/fake-system.ts';

describe('dispatch', () => {
  it('gives the handler the input as its schema made it and answers what the handler says', async () => {
    const onCall = vi.fn<(name: string, input: unknown) => void>();
    const result = await dispatch(silentHandlers(onCall), 'inquiry', {
      productCode: ' PLNPOST ',
      customerNo: '5300 0000 0001',
    });
    expect(result).toEqual({ ok: true, value: null });
    expect(onCall).toHaveBeenCalledWith('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
  });

  it('serves a procedure that takes nothing with no input at all', async () => {
    expect(await dispatch(silentHandlers(), 'status', undefined)).toMatchObject({ ok: true });
  });

  it('names every field that is wrong, nested ones and ones that do not belong', async () => {
    const result = await dispatch(silentHandlers(), 'settings.save', { paper: '57', shop: { name: 1, colour: 'red' } });
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(result.ok || result.error.fields).toEqual(
      expect.arrayContaining(['paper', 'shop.name', 'shop.address', 'shop.colour']),
    );
  });

  it.each([
    [{ reason: '615284' }, 'reason'],
    [{ reason: '6152 84' }, 'reason'],
    [{ reason: 'langganan 615284', pin: '615284' }, 'reason'],
    [{ reason: 'langganan', pin: '615284' }, null],
    [{ reason: 'langganan 12', pin: '615284' }, null],
  ])('lets no PIN into a reason, which the journal keeps: %j', async (approval, field) => {
    const onCall = vi.fn<(name: string, input: unknown) => void>();
    const order = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, allowBelowCost: true };
    const result = await dispatch(silentHandlers(onCall), 'order', { ...order, ...approval });
    expect([result.ok ? null : result.error.fields, onCall.mock.calls.length]).toEqual(
      field ? [[field], 0] : [null, 1],
    );
  });

  it.each(['', 'subscribe', 'constructor', '__proto__', 'toString', 'transactions', null, 7, ['status']])(
    'answers invalid_input to the name %j, which is no procedure',
    async (name) => {
      expect(await dispatch(silentHandlers(), name, {})).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    },
  );

  it.each(['rejects', 'throws'])(
    'answers internal without the words of a handler that %s, and logs the place',
    async (failureName) => {
      const log = recordingLog();
      const failure = new TypeError('081234567890 was not found');
      const status = (): Promise<never> => {
        if (failureName === 'throws') throw failure;
        return Promise.reject(failure);
      };
      const result = await dispatch({ ...silentHandlers(), status }, 'status', undefined, log);
      expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
      expect(JSON.stringify([result, log.lines])).not.toContain('081234567890');
      expect(log.lines).toEqual([
        {
          level: 'error',
          message: 'a procedure failed',
          facts: { procedure: 'status', error: 'TypeError', at: expect.stringContaining('dispatch.test') },
        },
      ]);
    },
  );
});

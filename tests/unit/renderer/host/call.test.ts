import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { call, onHostGone, subscribe } from '../../../../src/renderer/host/call.ts';
import type { KonterEvent } from '../../../../src/shared/contract/events.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const host = (konter: unknown): void => void vi.stubGlobal('window', { konter });
afterEach(() => vi.unstubAllGlobals());

describe('asking the host', () => {
  it('gives what the procedure answered, parsed', async () => {
    const sale = fakeSale();
    host({ transactions: { get: async () => ({ ok: true, value: { ...sale, extra: 1 } }) } });
    expect(await call('transactions.get', { id: sale.id })).toEqual({ ok: true, value: sale });
  });

  it('gives an error as it is', async () => {
    host({ product: async () => ({ ok: false, error: { code: 'not_found', message: 'none' } }) });
    expect(await call('product', { productCode: 'X' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('says that the host is gone when it rejects, is not there, or says so itself, and notifies its subscribers', async () => {
    const listener = vi.fn<() => void>();
    onHostGone(listener);
    const gone = { ok: false, error: { code: 'internal', reason: 'host_gone' } };
    host({ product: () => Promise.reject(new Error('closed')) });
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    host(undefined);
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    host({ product: async () => ({ ok: false, error: { code: 'internal', message: '', reason: 'host_gone' } }) });
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('takes no answer of another shape for a success', async () => {
    host({ product: async () => ({ ok: true, value: { productCode: 7 } }) });
    expect(await call('product', { productCode: 'X' })).toMatchObject({ ok: false, error: { reason: 'bad_output' } });
    host({ product: async () => 'yes' });
    expect(await call('product', { productCode: 'X' })).toMatchObject({ ok: false, error: { reason: 'bad_output' } });
  });

  it('asks for nothing whose answer it could not read: a part of the contract that does not load', async () => {
    vi.resetModules();
    vi.doMock('../../../../src/shared/contract/tabs.ts', () => {
      throw new Error('the program was replaced meanwhile');
    });
    onTestFinished(() => void vi.doUnmock('../../../../src/shared/contract/tabs.ts'));
    const { call: fresh } = await import('../../../../src/renderer/host/call.ts');
    const settle = vi.fn<() => Promise<unknown>>(async () => ({ ok: true, value: null }));
    host({ tabs: { settle } });
    const input = { customerId: 'c', amount: 1, method: 'cash', owed: 1 } as const;
    expect(await fresh('tabs.settle', input)).toMatchObject({ ok: false, error: { reason: 'host_gone' } });
    expect(settle).not.toHaveBeenCalled();
  });

  it('passes over events it does not know', () => {
    const listener = vi.fn<(event: KonterEvent) => void>();
    host({
      subscribe: (listener: (event: unknown) => void) => {
        listener({ type: 'something' });
        listener({ type: 'reload' });
        return () => {};
      },
    });
    subscribe(listener);
    expect(listener.mock.calls).toEqual([[{ type: 'reload' }]]);
  });
});

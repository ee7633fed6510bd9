import { afterEach, describe, expect, it, vi } from 'vitest';
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

  it('says that the host is gone when it rejects, is not there, or says so itself, and tells who listens', async () => {
    const heard = vi.fn<() => void>();
    onHostGone(heard);
    const gone = { ok: false, error: { code: 'internal', reason: 'host_gone' } };
    host({ product: () => Promise.reject(new Error('closed')) });
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    host(undefined);
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    host({ product: async () => ({ ok: false, error: { code: 'internal', message: '', reason: 'host_gone' } }) });
    expect(await call('product', { productCode: 'X' })).toMatchObject(gone);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('takes no answer of another shape for a success', async () => {
    host({ product: async () => ({ ok: true, value: { productCode: 7 } }) });
    expect(await call('product', { productCode: 'X' })).toMatchObject({ ok: false, error: { reason: 'bad_output' } });
    host({ product: async () => 'yes' });
    expect(await call('product', { productCode: 'X' })).toMatchObject({ ok: false, error: { reason: 'bad_output' } });
  });

  it('passes over events it does not know', () => {
    const heard = vi.fn<(event: KonterEvent) => void>();
    host({
      subscribe: (listener: (event: unknown) => void) => {
        listener({ type: 'something' });
        listener({ type: 'reload' });
        return () => {};
      },
    });
    subscribe(heard);
    expect(heard.mock.calls).toEqual([[{ type: 'reload' }]]);
  });
});

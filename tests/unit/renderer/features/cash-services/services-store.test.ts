import { afterEach, expect, it, vi } from 'vitest';
import { useServicesView } from '../../../../../src/renderer/features/cash-services/services-store.ts';
import { call } from '../../../../../src/renderer/host/call.ts';
import { fail } from '../../../../../src/shared/contract/errors.ts';

afterEach(() => vi.unstubAllGlobals());

it('a PIN that was typed into the search is no longer there, and other words stay', async () => {
  const reverse = async () => fail('not_allowed', 'x', { reason: 'wrong_pin' });
  vi.stubGlobal('window', { konter: { cashServices: { reverse } } });
  const [id, of] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [text, left] of [
    ['123456', ''],
    ['BRI-7', 'BRI-7'],
  ] as const) {
    useServicesView.setState({ text });
    await call('cashServices.reverse', { id, of, reason: 'salah ketik', pin: '123456' });
    expect(useServicesView.getState().text).toBe(left);
  }
});

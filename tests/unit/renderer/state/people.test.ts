import { afterEach, expect, it, vi } from 'vitest';
import { lockNow } from '../../../../src/renderer/state/people.ts';
import { useToasts } from '../../../../src/renderer/state/toast.ts';
import { fail } from '../../../../src/shared/contract/errors.ts';

afterEach(() => vi.unstubAllGlobals());

it('says so where the counter could not be locked', async () => {
  vi.stubGlobal('window', { konter: { people: { lock: async () => fail('internal', 'x') } } });
  await lockNow();
  expect(useToasts.getState().toasts).toMatchObject([{ tone: 'failed' }]);
});

import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile } from '../../../../src/renderer/state/tasks.ts';
import { useToasts } from '../../../../src/renderer/state/toast.ts';
import { fail } from '../../../../src/shared/contract/errors.ts';

afterEach(() => vi.unstubAllGlobals());

it('says so where the browser does not get the file that was made', async () => {
  vi.stubGlobal('window', { konter: { exports: { fetch: async () => fail('not_found', 'x') } } });
  await fetchFile('t1');
  expect(useToasts.getState().toasts).toMatchObject([{ tone: 'failed' }]);
});

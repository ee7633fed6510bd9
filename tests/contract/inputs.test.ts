import { describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../src/main/api/dispatch.ts';
import { procedureNames } from '../../src/shared/contract/procedure-names.ts';
import { goodInputs, silentHandlers } from '../support/contract-samples.ts';

describe.each(procedureNames)('%s', (name) => {
  it.each(goodInputs[name].map((input) => [input]))(
    'lets %j through to its handler, also after a journey',
    async (input) => {
      const onCall = vi.fn<(name: string, input: unknown) => void>();
      const handlers = silentHandlers(onCall);
      expect(await dispatch(handlers, name, structuredClone(input))).toEqual({ ok: true, value: null });
      expect(onCall.mock.calls.map(([called]) => called)).toEqual([name]);
    },
  );
});

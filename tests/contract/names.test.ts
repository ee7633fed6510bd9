import { describe, expect, it, vi } from 'vitest';
import { serveCalls } from '../../src/main/hosts/electron/guarded-ipc.ts';
import { buildKonter, eventChannel, procedureChannel } from '../../src/shared/contract/bridge.ts';
import { procedureNames } from '../../src/shared/contract/procedure-names.ts';
import { registry } from '../../src/shared/contract/registry.ts';
import { keysOf, silentHandlers } from '../support/contract-samples.ts';
import { counterWindow, fakeIpc } from '../support/fake-host.ts';
import { recordingLog } from '../support/fake-system.ts';

describe('the names of the contract', () => {
  it('are the same in the registry, in window.konter and on the channels of main', () => {
    const ipc = fakeIpc();
    const ownWindows = new Set([counterWindow]);
    serveCalls({ ipc, handlers: () => silentHandlers(), ownWindows, log: recordingLog() });
    const konter = buildKonter({ call: async () => null, subscribe: () => () => {} });

    expect(Object.keys(registry).sort()).toEqual([...procedureNames].sort());
    expect(keysOf(konter)).toEqual([...procedureNames, 'subscribe'].sort());
    expect(ipc.channels).toEqual(procedureNames.map(procedureChannel));
  });

  it('never collide with the channel of events', () => {
    expect(procedureNames.map(procedureChannel)).not.toContain(eventChannel);
    expect(new Set(procedureNames).size).toBe(procedureNames.length);
  });

  it('carry each call of konter under its own name', async () => {
    const call = vi.fn<(name: string, input: unknown) => Promise<unknown>>(async () => null);
    const konter = buildKonter({ call, subscribe: () => () => {} });
    await konter.receipts.preview({ id: 'a' });
    await konter.status();
    expect(call.mock.calls).toEqual([
      ['receipts.preview', { id: 'a' }],
      ['status', undefined],
    ]);
  });
});

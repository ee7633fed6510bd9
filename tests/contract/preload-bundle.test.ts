import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { procedureNames } from '../../src/shared/contract/procedure-names.ts';
import { buildPart } from '../support/built-counters.ts';
import { keysOf } from '../support/contract-samples.ts';

type Listener = (ipcEvent: unknown, event: unknown) => void;

let bundle = '';
let displayBundle = '';
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'konter-preload-'));
  await buildPart('preload', folder);
  bundle = await readFile(join(folder, 'index.cjs'), 'utf8');
  displayBundle = await readFile(join(folder, 'display.cjs'), 'utf8');
  await rm(folder, { recursive: true });
}, 60_000);

/** Runs the bundle the way a sandboxed preload runs: with a require that knows electron only. */
function run() {
  const required: string[] = [];
  const exposed = new Map<string, unknown>();
  const listeners = new Set<Listener>();
  const invoke = vi.fn<(channel: string, input: unknown) => Promise<unknown>>(async () => ({ ok: true, value: 1 }));
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value) },
    ipcRenderer: {
      invoke,
      on: (_channel: string, listener: Listener) => listeners.add(listener),
      off: (_channel: string, listener: Listener) => listeners.delete(listener),
    },
  };
  runInNewContext(bundle, {
    structuredClone,
    exports: {},
    module: { exports: {} },
    require: (name: string) => {
      required.push(name);
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    },
  });
  return { required, exposed, listeners, invoke, konter: exposed.get('konter') as KonterLike };
}

interface KonterLike {
  order(input?: unknown): Promise<{ ok: boolean; error?: { code: string } }>;
  transactions: { get(input?: unknown): Promise<unknown> };
  subscribe(listener: (event: unknown) => void): () => void;
}

describe('the preload bundle', () => {
  it('is one CommonJS file that requires electron and nothing else', () => {
    expect(run().required).toEqual(['electron']);
    expect(bundle).not.toMatch(/\bimport\s*[({'"]/);
  });

  it('carries no zod and is small', () => {
    expect(bundle).not.toMatch(/zod|safeParse/i);
    expect(bundle.length).toBeLessThan(8_000);
  });

  it('exposes konter and nothing else, with exactly the procedures of the contract', () => {
    const { exposed, konter } = run();
    expect([...exposed.keys()]).toEqual(['konter']);
    expect(keysOf(konter)).toEqual([...procedureNames, 'subscribe'].sort());
  });

  it('sends a call with one input on the channel of its procedure', async () => {
    const { konter, invoke } = run();
    await konter.transactions.get({ id: 'a' });
    expect(invoke.mock.calls).toEqual([['konter:transactions.get', { id: 'a' }]]);
  });

  it('resolves to internal when main does not answer, and to invalid_input when the input cannot travel', async () => {
    const { konter, invoke } = run();
    invoke.mockRejectedValue(new Error('081234567890'));
    expect(await konter.order({})).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(await konter.order({}))).not.toContain('081234567890');
    invoke.mockClear();
    expect(await konter.order({ productCode: () => 'x' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    expect(invoke).not.toHaveBeenCalled();
  });

  it('hands listeners the event alone, until they are done', () => {
    const { konter, listeners } = run();
    const listener = vi.fn<(...all: unknown[]) => void>();
    const done = konter.subscribe(listener);
    for (const listener of listeners) listener({ sender: 'ipcRenderer' }, { type: 'reload' });
    expect(listener.mock.calls).toEqual([[{ type: 'reload' }]]);
    done();
    expect(listeners.size).toBe(0);
  });
});

describe('the preload bundle of the customer’s display', () => {
  it('lets the page receive what to show, the newest first, and gives it nothing to ask with', () => {
    const exposed = new Map<string, { subscribe(listener: (view: unknown) => void): () => void }>();
    const listeners: Listener[] = [];
    const channels: string[] = [];
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, value: { subscribe(): () => void }) => exposed.set(name, value),
      },
      ipcRenderer: {
        on(channel: string, listener: Listener) {
          channels.push(channel);
          listeners.push(listener);
        },
      },
    };
    runInNewContext(displayBundle, {
      exports: {},
      module: { exports: {} },
      require: (name: string) => {
        if (name !== 'electron') throw new Error(`module not found: ${name}`);
        return electron;
      },
    });
    expect([...exposed.keys()]).toEqual(['konterDisplay']);
    expect(Object.keys(exposed.get('konterDisplay') ?? {})).toEqual(['subscribe']);
    expect(channels).toEqual(['konter:display']);
    for (const listener of listeners) listener({ sender: 'ipcRenderer' }, { shop: 'Toko' });
    const listener = vi.fn<(...all: unknown[]) => void>();
    const done = exposed.get('konterDisplay')?.subscribe(listener);
    expect(listener.mock.calls).toEqual([[{ shop: 'Toko' }]]);
    done?.();
    for (const listener of listeners) listener({}, { shop: 'Toko Lain' });
    expect(listener).toHaveBeenCalledOnce();
    expect(displayBundle).not.toMatch(/invoke|zod/);
  });
});

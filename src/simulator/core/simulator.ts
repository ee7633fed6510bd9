import { behaviourNamed, behaviourOfNumber } from './behaviours/table.ts';
import { catalogue } from './catalogue.ts';
import { type BehaviourOverrides, Control, control } from './control.ts';
import { emptyState, type LedgerEntry, openLedger, SimulatorState } from './ledger.ts';
import type { OperationContext } from './operation-context.ts';
import type { Clock, Deliver, SimulatedAnswer, SimulatedRequest } from './ports.ts';
import { type RecordedRequest, route } from './routes.ts';
import { openScheduler } from './scheduler.ts';

export interface SimulatorOptions {
  /** the same seed, clock and requests give the same answers */
  seed: string;
  clock: Clock;
  deliver: Deliver;
  /** signs the webhooks (spec, Authentication); a function if it changes */
  secretKey: string | (() => string);
  /** the last saved state; overdue events in it run at once */
  state?: SimulatorState;
  /** Saves the state, as plain JSON, before the answer is sent. Must not reject; called one at a time. */
  save?: (state: SimulatorState) => Promise<void>;
  /** factor of every delay: 1 real, 0 none */
  pace?: number;
  /** Part of every id. Default: the time of the start, so that ids are unique across restarts. */
  idStamp?: string;
  /** Delays of redelivery in ms. The interface promises none; empty turns it off. */
  redelivery?: readonly number[];
  /** webhooks carry product_code and price, as the sample does; default true */
  sampleExtras?: boolean;
  /** has status, balance, list and names too; default true, false as a plain service of the spec */
  hasCapabilities?: boolean;
}

export type Simulator = ReturnType<typeof createSimulator>;

export const defaultRedelivery: readonly number[] = [2000, 10_000, 60_000];

/** A payment service as the interface describes it, without its own HTTP, files or clock. */
export function createSimulator(options: SimulatorOptions) {
  const { clock, seed, save, deliver } = options;
  const state = options.state ? structuredClone(SimulatorState.parse(options.state)) : emptyState();
  const ledger = openLedger(state, clock, options.idStamp ?? clock.now().toString(36).toUpperCase());
  const overrides: BehaviourOverrides = new Map();
  const recorded: RecordedRequest[] = [];

  let saving = Promise.resolve();
  const persist = (): Promise<void> => {
    if (save) {
      const snapshot = structuredClone(state);
      saving = saving.then(() => save(snapshot));
    }
    return saving;
  };
  const redelivery = options.redelivery ?? defaultRedelivery;
  const key = options.secretKey;
  const secretKey = typeof key === 'string' ? () => key : key;
  const scheduler = openScheduler({ ledger, clock, deliver, secretKey, redelivery, persist });

  const context: OperationContext = {
    clock,
    ledger,
    scheduler,
    seed,
    pace: options.pace ?? 1,
    sampleExtras: options.sampleExtras ?? true,
    hasCapabilities: options.hasCapabilities ?? true,
    item(code) {
      const item = catalogue.get(code) ?? null;
      const name = state.names[code];
      return item === null || name === undefined ? item : { ...item, name };
    },
    isActive: (item) => (state.statuses[item.code] ?? (item.active ? 'active' : 'inactive')) === 'active',
    behaviourFor(item, customerNo) {
      const override = overrides.get(customerNo);
      if (override) {
        override.left -= 1;
        if (override.left <= 0) overrides.delete(customerNo);
        return behaviourNamed(override.behaviour);
      }
      return behaviourOfNumber(customerNo) ?? (item.behaviour === null ? null : behaviourNamed(item.behaviour));
    },
  };
  const doControl = (command: Control): string | null => {
    const parsed = Control.safeParse(command);
    return parsed.success ? control(context, overrides, parsed.data) : 'not a control';
  };

  return {
    /** Handles one request. The host waits `afterMs` and then sends the answer. */
    async handle(request: SimulatedRequest): Promise<SimulatedAnswer> {
      const answer = route(context, request, recorded, doControl);
      if (request.method !== 'GET') await persist();
      return answer;
    },
    /** The provider's ledger, oldest first. */
    ledger: (): LedgerEntry[] => state.transactions.map(copyOf),
    /** Every request to /v1 since the start, oldest first. */
    requests: (): RecordedRequest[] => structuredClone(recorded),
    /** Runs a command of POST /control; returns null, or why it was refused. */
    control: doControl,
    /** Resolves once nothing is scheduled. */
    idle: scheduler.idle,
    /** Stops at once; scheduled events stay in the saved state. */
    async close(): Promise<void> {
      await scheduler.close();
      await saving;
    },
  };
}

/** A snapshot of an entry. Its history items never change, so they are shared. */
function copyOf(entry: LedgerEntry): LedgerEntry {
  return { ...entry, history: [...entry.history], webhooks: entry.webhooks.map((webhook) => ({ ...webhook })) };
}

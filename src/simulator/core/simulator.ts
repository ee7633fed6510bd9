import { type Agenda, openAgenda } from './agenda.ts';
import { behaviourNamed, behaviourOfNumber } from './behaviours/table.ts';
import { openBook } from './book.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { type ByHand, Control, control } from './control.ts';
import type { Desk } from './desk.ts';
import type { SimulatedAnswer, SimulatedRequest } from './http.ts';
import type { Clock, Deliver } from './ports.ts';
import { route, type SeenRequest } from './routes.ts';
import { emptyState, type LedgerEntry, SimulatorState } from './state.ts';

export interface SimulatorOptions {
  /** the same seed, clock and requests give the same answers */
  seed: string;
  clock: Clock;
  deliver: Deliver;
  /** signs the webhooks (spec, Authentication); a function where it changes meanwhile */
  secretKey: string | (() => string);
  /** what `save` was last given; what is still to come in it happens, late if need be */
  state?: SimulatorState;
  /** Keeps the state, as plain JSON, before the answer goes out. Must not reject; one call at a time. */
  save?: (state: SimulatorState) => Promise<void>;
  /** multiplies every delay: 1 as in life, 0 none */
  pace?: number;
  /** Stands in every id. Default: the clock at the start, so that no two starts give the same id. */
  idStamp?: string;
  /** Waits before a webhook that was not taken is sent again, milliseconds. The interface promises none: empty is off. */
  redelivery?: readonly number[];
  /** webhooks carry product_code and price, as the sample does; default true */
  sampleExtras?: boolean;
}

export interface Simulator {
  /** One request to the service. Hosts wait `afterMs` and then do what the answer says. */
  handle(request: SimulatedRequest): Promise<SimulatedAnswer>;
  /** the provider's own book, oldest first */
  ledger(): LedgerEntry[];
  /** every request to /v1 since the start, oldest first */
  requests(): SeenRequest[];
  /** what POST /control does; answers null, or why it was not done */
  control(asked: Control): string | null;
  /** once nothing is left to happen */
  idle(): Promise<void>;
  /** stops at once; what was still to come stays in the saved state */
  close(): Promise<void>;
}

export const defaultRedelivery: readonly number[] = [2000, 10_000, 60_000];

/** A payment service as the interface describes it, without HTTP, files or a clock of its own. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, seed, save, deliver } = options;
  const state = options.state ? structuredClone(SimulatorState.parse(options.state)) : emptyState();
  const book = openBook(state, clock, options.idStamp ?? clock.now().toString(36).toUpperCase());
  const byHand: ByHand = new Map();
  const seen: SeenRequest[] = [];

  let saving = Promise.resolve();
  const persist = (): Promise<void> => {
    if (save) {
      const snapshot = structuredClone(state);
      saving = saving.then(() => save(snapshot));
    }
    return saving;
  };
  const redelivery = options.redelivery ?? defaultRedelivery;
  const given = options.secretKey;
  const secretKey = typeof given === 'string' ? () => given : given;
  const agenda: Agenda = openAgenda({ book, clock, deliver, secretKey, redelivery, persist });

  const desk: Desk = {
    clock,
    book,
    agenda,
    seed,
    pace: options.pace ?? 1,
    sampleExtras: options.sampleExtras ?? true,
    item(code) {
      const item = catalogue.get(code) ?? null;
      const name = state.names[code];
      return item === null || name === undefined ? item : { ...item, name };
    },
    isActive: (item) => (state.statuses[item.code] ?? (item.active ? 'active' : 'inactive')) === 'active',
    behaviourFor(item, customerNo) {
      const asked = byHand.get(customerNo);
      if (asked) {
        asked.left -= 1;
        if (asked.left <= 0) byHand.delete(customerNo);
        return behaviourNamed(asked.behaviour);
      }
      return behaviourOfNumber(customerNo) ?? (item.behaviour === null ? null : behaviourNamed(item.behaviour));
    },
  };
  const doControl = (asked: Control): string | null => {
    const parsed = Control.safeParse(asked);
    return parsed.success ? control(desk, byHand, parsed.data) : 'not a control';
  };

  return {
    async handle(request) {
      const answer = route(desk, request, seen, doControl);
      if (request.method !== 'GET') await persist();
      return answer;
    },
    ledger: () => state.transactions.map(copyOf),
    requests: () => structuredClone(seen),
    control: doControl,
    idle: () => agenda.idle(),
    async close() {
      await agenda.close();
      await saving;
    },
  };
}

/** As it stands now, whatever happens in the book afterwards. What was said once in its story never changes. */
function copyOf(entry: LedgerEntry): LedgerEntry {
  return { ...entry, history: [...entry.history], webhooks: entry.webhooks.map((webhook) => ({ ...webhook })) };
}

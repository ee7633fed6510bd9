import { v7 } from 'uuid';
import type { BillGroup, GroupMember } from '../../shared/contract/bill-groups.ts';
import { fail, KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import {
  isAskedWithAll,
  type MemberState,
  mayBeAsked,
  monthBefore,
  paidLastMonth,
  standingOf,
} from '../../shared/domain/bill-group.ts';
import { maskCustomerNo } from '../../shared/domain/customer-no.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { errorName, isoNow, type Log, shopDay } from '../base/system.ts';
import { type CustomerReader, isAllowedPurgeDay } from '../customers/index.ts';
import { inquiryIsOld, type SalesPorts, type SalesService } from '../sales/index.ts';
import { type BillGroups, memberKey, type StoredGroup, type StoredMember } from './bill-groups-repository.ts';

interface Deps {
  groups: BillGroups;
  sales: Pick<SalesService, 'inquiry'>;
  ports: Pick<SalesPorts, 'clock' | 'random' | 'rules'>;
  /** between two inquiries, milliseconds */
  pauseMs: number;
  /** what a page shows of a group has changed */
  changed(): void;
  log: Log;
}

/** Runs work while the counter sells: refuses while it stops, or may sell nothing. */
export type WhileSelling = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Inquiries for one group, under way or ended. */
interface Inquiries extends NonNullable<BillGroup['inquiries']> {
  group: string;
}

export const noSuchGroup = () => fail('not_found', 'There is no such group.');

/** As many members in a row without any answer, and the provider is asked no more. */
const maxSilent = 2;

/** A day more than the zones of the world are apart. */
const slackMs = 2 * 24 * 60 * 60_000;

/**
 * Saved groups of bills, and the inquiries for them: one group at a time, one bill after the other. Each inquiry is one as a cashier makes;
 * what it brought stands in its sale. Nothing is paid here.
 */
export class BillGroupService {
  readonly #deps: Deps;
  #inquiries: Inquiries | null = null;
  #stopping = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async get(id: string, reader: CustomerReader): Promise<Result<BillGroup>> {
    const stored = await this.#deps.groups.get(id);
    if (!stored) return noSuchGroup();
    const { members, ...group } = stored;
    const rows = await this.#standings(members);
    if (!reader.seesCustomers) for (const row of rows) row.customerNo = maskCustomerNo(row.customerNo);
    const run = this.#inquiries?.group === id ? this.#inquiries : null;
    return ok({
      ...group,
      masked: !reader.seesCustomers && members.length > 0,
      members: rows,
      inquiries: run && { isRunning: run.isRunning, done: run.done, total: run.total, error: run.error },
    });
  }

  /** Saves a group whose members agreed. A change of it renews the consent. */
  async save(input: Input<'billGroups.save'>, reader: CustomerReader): Promise<Result<BillGroup>> {
    const { groups, ports } = this.#deps;
    const before = input.id === undefined ? null : await groups.get(input.id);
    if (input.id !== undefined && before === null) return noSuchGroup();
    if (before !== null && before.members.length > 0 && !reader.seesCustomers) {
      return fail('not_allowed', 'No person changes what they may not see.', { reason: 'no_permission' });
    }
    if (!isAllowedPurgeDay(input.purgeAt, shopDay(ports))) {
      return fail('invalid_input', 'It must end on a day that is ahead, three years at most.', {
        reason: 'purge_day',
        fields: ['purgeAt'],
      });
    }
    const keys = input.members.map(memberKey);
    const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
    if (twice >= 0) {
      return fail('invalid_input', 'A number stands there twice.', {
        reason: 'number_twice',
        fields: [`members.${twice}.customerNo`],
      });
    }
    const newId = (): string => v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) });
    const { name, purgeAt } = input;
    const id = input.id ?? newId();
    await groups.save(
      { id, name, purgeAt, consentAt: isoNow(ports.clock), consentBy: reader.name },
      input.members.map((member) => ({ ...member, id: newId() })),
    );
    return this.get(id, reader);
  }

  async forget(id: string): Promise<Result<Record<string, never>>> {
    const { groups, ports } = this.#deps;
    if (this.#inquiries?.group === id) this.stop();
    return (await groups.forget(id, isoNow(ports.clock))) ? ok({}) : noSuchGroup();
  }

  /** Begins to ask for the bills of a group; `get` says how far it is. What runs for it already goes on. */
  async inquire(
    { id, members: chosen }: Input<'billGroups.inquire'>,
    whileSelling: WhileSelling,
  ): Promise<Result<null>> {
    const stored = await this.#deps.groups.get(id);
    if (!stored) return noSuchGroup();
    const running = this.#inquiries?.isRunning ? this.#inquiries : null;
    if (running) {
      return running.group === id
        ? ok(null)
        : fail('not_allowed', 'Another group is asked for.', { reason: 'list_running' });
    }
    const run: Inquiries = { group: id, isRunning: true, done: 0, total: 0, error: null };
    this.#inquiries = run;
    this.#stopping = new AbortController();
    this.#working = this.#work(run, stored, chosen ?? null, whileSelling)
      .catch((thrown: unknown) => {
        this.#deps.log.error('the bills of a group cannot be asked for', { error: errorName(thrown) });
        run.error = fail('internal', 'The counter failed inside; its log says more.').error;
      })
      .finally(() => {
        run.isRunning = false;
        this.#deps.changed();
      });
    return ok(null);
  }

  /** Asks for no more; the inquiry under way is kept. */
  stop(): void {
    this.#stopping.abort();
  }

  /** The same; resolves when that inquiry has ended. */
  async close(): Promise<void> {
    this.stop();
    await this.#working;
  }

  async #work(run: Inquiries, group: StoredGroup, chosen: readonly string[] | null, whileSelling: WhileSelling) {
    const { clock } = this.#deps.ports;
    const { signal } = this.#stopping;
    const queue = await this.#membersToAsk(group, chosen);
    run.total = queue.length;
    let silent = 0;
    for (const id of queue) {
      if (run.done > 0) await clock.sleep(this.#deps.pauseMs, signal);
      if (signal.aborted) return;
      const error = await this.#inquireFor(group.id, id, chosen !== null, whileSelling);
      run.done += 1;
      silent = error?.code === 'provider_unreachable' ? silent + 1 : 0;
      if (error && (endsAll(error) || silent >= maxSilent)) {
        run.error = error;
        return;
      }
      this.#deps.changed();
    }
  }

  /** By id: those that were never asked come first, so that one that the provider never answers holds up no other. */
  async #membersToAsk({ members }: StoredGroup, chosen: readonly string[] | null): Promise<string[]> {
    const standings = await this.#standings(members.filter(({ id }) => chosen?.includes(id) ?? true));
    const late = (state: MemberState): number => (state === 'unasked' || state === 'expired' ? 0 : 1);
    return standings
      .filter(({ state }) => (chosen === null ? isAskedWithAll(state) : mayBeAsked(state)))
      .toSorted((one, other) => late(one.state) - late(other.state))
      .map(({ id }) => id);
  }

  /** Asks for one bill, unless the member is gone or paid meanwhile. @returns why there is none; null: there is one, or a refusal of it */
  async #inquireFor(
    groupId: string,
    memberId: string,
    isChosen: boolean,
    whileSelling: WhileSelling,
  ): Promise<KonterError | null> {
    const { groups, sales, ports } = this.#deps;
    const member = (await groups.get(groupId))?.members.find(({ id }) => id === memberId);
    if (!member) return null;
    const { state } = await this.#standing(member);
    if (!(isChosen ? mayBeAsked(state) : isAskedWithAll(state))) return null;
    const { productCode, customerNo } = member;
    const result = await whileSelling(() => sales.inquiry({ productCode, customerNo }));
    const error = result.ok ? null : result.error;
    if (error && endsAll(error)) return error;
    // A sale that the inquiry left says the same, and what came of it since.
    const { code, message, reason, providerMessage } = error ?? {};
    const refusal = error && !error.transaction ? KonterError.parse({ code, message, reason, providerMessage }) : null;
    await groups.saveRefusal(memberId, refusal && { at: isoNow(ports.clock), error: refusal });
    return error;
  }

  async #standings(members: readonly StoredMember[]): Promise<GroupMember[]> {
    const standings: GroupMember[] = [];
    for (const member of members) standings.push(await this.#standing(member));
    return standings;
  }

  async #standing(member: StoredMember): Promise<GroupMember> {
    const { groups, ports } = this.#deps;
    const { timeZone } = ports.rules();
    const today = shopDay(ports);
    const since = new Date(Date.parse(`${monthBefore(today)}-01T00:00:00.000Z`) - slackMs).toISOString();
    const sales = await groups.salesOf(member, since);
    const { refusal: error, refusedAt, ...fields } = member;
    const refusal =
      refusedAt === null || error === null ? null : { at: refusedAt, message: error.providerMessage ?? null };
    const { state, sale } = standingOf(
      { sales, refusal },
      { today, timeZone, isPayable: (bill) => !inquiryIsOld(ports, bill) },
    );
    const isToday = (at: string): boolean => wallClock(Date.parse(at), timeZone).day === today;
    const isRefused = refusal !== null && isToday(refusal.at);
    return {
      ...fields,
      state,
      sale,
      error: sale === null && isRefused ? error : null,
      lastMonth: paidLastMonth(sales, today),
      isAsked: isRefused || sales.some(({ inquiredAt, createdAt }) => isToday(inquiredAt ?? createdAt)),
    };
  }
}

/** What any other member's inquiry would meet as well. */
function endsAll({ code, reason }: KonterError): boolean {
  if (code === 'provider_unreachable') return reason === 'never_sent';
  return code === 'not_configured' || code === 'internal' || code === 'relay_unreachable' || reason === 'credentials';
}

import type { Handlers } from '../../shared/contract/registry.ts';
import { customerHandlers } from '../customers/index.ts';
import { exportHandlers } from '../files/index.ts';
import { ledgerHandlers } from '../ledger/index.ts';
import { type Office, type ReadFromReplicas, replicaHandlers } from '../office/index.ts';
import { proofHandlers } from '../proofs/index.ts';
import { salesHandlers } from '../sales/index.ts';
import { searchHandlers } from '../search/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

type Deps = Omit<
  Parameters<typeof salesHandlers>[0] &
    Parameters<typeof proofHandlers>[0] &
    Parameters<typeof ledgerHandlers>[0] &
    Parameters<typeof customerHandlers>[0] &
    Parameters<typeof exportHandlers>[0] &
    Parameters<typeof replicaHandlers>[0],
  'runtime' | 'office'
> & { runtime(): CounterRuntime };

/** What an office reads of its counters: the features' own procedures over all replicas, where they have no counter's part in them. */
export function readingHandlers(
  deps: Deps,
  downloads: Parameters<typeof exportHandlers>[1],
): Pick<Handlers, ReadFromReplicas> {
  const office = (): Office => {
    const { office: open } = deps.runtime();
    if (!open) throw new Error('this is no office');
    return open;
  };
  const over = { ...deps, runtime: () => overReplicas(deps.runtime(), office()) };
  const sales = salesHandlers(over);
  const searching = searchHandlers(() => office().search, deps.settings, deps.clock);
  const proofs = proofHandlers(over);
  const books = ledgerHandlers(over);
  const counters: NonNullable<Parameters<typeof exportHandlers>[0]['counters']> = (counter) =>
    office()
      .journals.of(counter)
      .map(({ path, name }) => ({ journal: path, name }));
  const exporting = exportHandlers({ ...over, counters }, downloads);
  return {
    ...replicaHandlers({ ...deps, office }),
    'transactions.get': sales['transactions.get'],
    'transactions.timeline': sales['transactions.timeline'],
    'transactions.search': searching['transactions.search'],
    'transactions.outline': searching['transactions.outline'],
    'transactions.proof': proofs['transactions.proof'],
    'webhooks.quarantined': sales['webhooks.quarantined'],
    'books.day': books['books.day'],
    'books.range': books['books.range'],
    'exports.start': exporting['exports.start'],
    'exports.books': exporting['exports.books'],
    'customers.find': customerHandlers(over)['customers.find'],
  };
}

/** The runtime as the features read it: what is the counters' comes from their replicas, and nothing is written there. */
function overReplicas(own: CounterRuntime, { journals, search }: Office): CounterRuntime {
  const { journal } = own;
  const { books, shifts, people, customers, ...union } = journals.union;
  return {
    ...own,
    searchService: search,
    journal: {
      ...journal,
      ...union,
      books: { ...journal.books, ...books },
      shifts: { ...journal.shifts, ...shifts },
      people: { ...journal.people, ...people },
      customers: { ...journal.customers, ...customers },
    },
  };
}

import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { type PrintJob, waitingStates } from '../../shared/domain/print-job.ts';
import { given } from '../api/index.ts';
import { updateSale } from '../sales/index.ts';
import { printAgain } from './print-again.ts';
import { type PrintService, refuse } from './print-service.ts';

const noSuchJob = () => fail('not_found', 'There is no such print job.');
const begun = () => fail('not_allowed', 'This print has begun, or ended already.', { reason: 'print_begun' });
const decided = () =>
  fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });

/** prints.*: what becomes of print jobs, by a person's decision. */
export function printHandlers(
  printService: () => PrintService,
): Pick<Handlers, 'prints.list' | 'prints.again' | 'prints.giveUp' | 'prints.didPrint'> {
  return {
    async 'prints.list'(ask) {
      const { open, saleId, before, limit = 50 } = ask ?? {};
      const jobs = await printService().book.list({
        limit,
        ...(open === undefined ? {} : { open }),
        ...(saleId === undefined ? {} : { saleId }),
        ...(before === undefined ? {} : { before }),
      });
      return ok({ jobs });
    },
    async 'prints.again'({ id, ...asking }) {
      const job = await printService().book.get(id);
      return job ? printAgain(printService(), job, given(asking)) : noSuchJob();
    },
    async 'prints.giveUp'({ id }) {
      const job = await printService().book.get(id);
      if (!job) return noSuchJob();
      if (job.state === 'unknown') return decide(printService(), job, 'given_up');
      const ended = await refuse(printService(), job, { from: waitingStates, reason: 'given_up', decided: 'given_up' });
      return ended?.state === 'failed' ? ok({ job: ended }) : begun();
    },
    async 'prints.didPrint'({ id }) {
      const job = await printService().book.get(id);
      if (!job) return noSuchJob();
      return job.state === 'unknown' ? decide(printService(), job, 'printed') : begun();
    },
  };
}

/** About one that nobody can be certain of. Its copy counts as before: it may be on paper, whatever is decided. */
async function decide(
  { book, ports, now, changed }: PrintService,
  job: PrintJob,
  decision: 'given_up' | 'printed',
): Promise<Result<{ job: PrintJob }>> {
  if (job.decided !== null) return decided();
  const move = {
    id: job.id,
    from: ['unknown' as const],
    to: decision === 'printed' ? ('confirmed' as const) : ('unknown' as const),
    reason: decision === 'printed' ? null : job.reason,
    decided: decision,
  };
  if (job.saleId === null) await book.move(move, now());
  else {
    await updateSale(ports, job.saleId, async () => {
      const stands = await book.get(job.id);
      if (stands?.state !== 'unknown' || stands.decided !== null) return null;
      return {
        changes: {},
        event: { type: 'proof.decided', actor: 'cashier', data: { job: job.id, copy: job.copy, decision }, bodies: [] },
        print: { kind: 'move', move },
      };
    });
  }
  const ended = await book.get(job.id);
  if (ended?.decided !== decision) return decided();
  changed(ended);
  return ok({ job: ended });
}

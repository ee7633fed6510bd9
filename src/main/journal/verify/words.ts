import type { FlawKind, VerifyReport } from './report.ts';

const flaws: Readonly<Record<FlawKind, string>> = {
  event_missing: 'is missing: a row was taken out of the log',
  link_broken: 'does not follow from the event before it',
  event_changed: 'was changed after it was written',
  end_differs: 'is not where the log ended: its end was cut off or rewritten',
  body_missing: 'has lost what was said, and it was not erased',
  body_changed: 'holds other words than were said',
  sale_differs: 'shows something else than its last event',
  sale_unexplained: 'comes from no event of the log',
  receipt_missing: 'is missing: the numbers have a gap',
  receipt_differs: 'and its sale do not name each other',
  damaged: 'the database is damaged',
};

/** The report for a person to read, without any customer's data. */
export function reportText({ terminal, events, sales, receipts, erased, head, flaw }: VerifyReport): string {
  const lines = [
    `counter   ${terminal}`,
    `events    ${events}`,
    `sales     ${sales}`,
    `receipts  ${receipts}`,
    `erased    ${erased}`,
    `head      ${head.seq} ${head.hash}`,
    flaw ? `NOT RIGHT: ${flaw.row} ${flaws[flaw.why]}` : 'The journal is whole.',
  ];
  return `${lines.join('\n')}\n`;
}

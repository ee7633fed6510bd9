import type { FlawKind, VerifyReport, WebhookSignatures } from '../../shared/contract/journal.ts';

const flaws: Readonly<Record<FlawKind, string>> = {
  event_missing: 'is missing: a row was taken out of the log',
  link_broken: 'does not follow from the event before it',
  event_changed: 'was changed after it was written',
  end_differs: 'is not where the log ended: its end was cut off or rewritten',
  body_missing: 'has lost what was said, and it was not erased',
  body_changed: 'holds other words than were said',
  body_unexplained: 'belongs to no event of the log',
  sale_differs: 'shows something else than its last event',
  sale_missing: 'is missing: the log tells of it, and the list does not have it',
  sale_unexplained: 'comes from no event of the log',
  receipt_missing: 'is missing: the numbers have a gap',
  receipt_differs: 'and its sale do not name each other',
  book_differs: 'do not sum up the sales: make them anew with rebuild-books',
  shift_differs: 'is not as the log tells of it',
  person_differs: 'has not the name, role or leave to sign in that the log gave them',
  damaged: 'is damaged',
  refers_to_nothing: 'refers to a row that is not there',
};

/** The report for a person to read, without any customer's data. */
export function reportText({
  terminal,
  events,
  sales,
  receipts,
  erased,
  erasedSales,
  head,
  flaw,
  webhooks,
}: VerifyReport): string {
  const lines = [
    `counter   ${terminal}`,
    `events    ${events}`,
    `sales     ${sales}`,
    `receipts  ${receipts}`,
    `erased    ${erased}, the customer of ${erasedSales} sales`,
    `head      ${head.seq} ${head.hash}`,
    ...(webhooks ? webhookLines(webhooks) : []),
    flaw ? `NOT RIGHT: ${flaw.row} ${flaws[flaw.why]}` : 'The journal is whole.',
  ];
  return `${lines.join('\n')}\n`;
}

function webhookLines({ byKey, byNone, firstByNone, setAsideByNone, erased }: WebhookSignatures): string[] {
  const names = byKey.map((_count, at) => (at === 0 ? 'the key in use' : `retired key ${at}`));
  return [
    ...byKey.map((count, at) => `webhooks  ${count} signed with ${names[at]}`),
    `webhooks  ${byNone} applied, signed with none of these keys${firstByNone === null ? '' : `: ${firstByNone} first`}`,
    `webhooks  ${setAsideByNone} set aside, signed with none of these keys`,
    ...(erased > 0 ? [`webhooks  ${erased} erased`] : []),
  ];
}

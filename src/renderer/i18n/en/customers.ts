import type { customers as customersId } from '../id/customers.ts';

export const customers: typeof customersId = {
  open: 'Customer’s data…',
  erased: 'This customer’s data was erased. Amounts, receipt number and the chain of the book stay.',
  find: {
    title: 'One customer’s data',
    lead: 'See, take out or erase everything that is held on one customer.',
    label: 'Number or name',
    hint: 'At least 3 characters',
    go: 'Find',
    none: 'There is no customer with that number or name.',
    choose: 'Customer’s data… {{number}}',
    row: '{{sales}} sales, the last {{last}}',
  },
  mask: {
    title: 'Age of customers’ data',
    lead: 'After so many days, number, name and serial number are erased from sales that are settled. Amounts and receipt numbers stay. It cannot be undone.',
    label: 'Keep customers’ data',
    keep: 'For good',
    mask: 'So many days',
    days: 'How many days (30 to 3650)',
    bad: 'Write a number between 30 and 3650.',
  },
  dialog: {
    title: 'Data of customer {{number}}',
    take: 'Take out',
    takeLead: 'All sales, the provider’s messages word for word, and the prints of this customer.',
    text: 'Save to read',
    json: 'Save as JSON',
    erase: 'Erase for good',
    eraseLead:
      'Number, name, serial number (token) and all messages of the provider go and cannot come back. A receipt can no longer be proved by its serial number.',
    copies:
      'Backups hold it until they are replaced: the last 24 hours, 30 days and 12 months of selling. A backup that is restored is erased again by itself.',
    outside: 'Slips on paper, what was shared or exported, and the provider’s own records are outside of Konter.',
    reason: 'Reason',
    readBack: 'Type the number once more',
    readBad: 'The number is another one.',
    pin: 'Supervisor’s PIN',
    noPin: 'There is no supervisor’s PIN yet. Set it first in the section PIN.',
    go: 'Erase the customer’s data',
    busy: 'Erasing…',
  },
  done: {
    title: 'The customer’s data is erased.',
    sales: 'Sales: {{n}}. Messages of the provider without a sale: {{webhooks}}.',
    copies: 'Backups that may still hold it: at most {{n}}.',
    oldCopies:
      'Of those, {{n}} are of an earlier terminal code; Konter does not take them away. Delete them where they are not needed.',
    leftovers:
      'Traces may be left in unused parts of files. Konter takes them out by itself, some only when it is closed or started again.',
    unreached: 'Could not be opened, delete where not needed: {{files}}',
  },
};

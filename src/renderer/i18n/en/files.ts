import type { files as filesId } from '../id/files.ts';

/** Files that leave the shop. */
export const files: typeof filesId = {
  open: 'Export',
  export: 'Export receipts to a file',
  leadAll: 'All receipts, newest first. Days, or a filter in the list, make it less.',
  leadFiltered: 'What fits the search and the filters of the list, newest first.',
  format: 'Format',
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)', pdf: 'Report (PDF)', jsonl: 'JSON + proof' },
  about: {
    csv: 'A table for any program. Numbers and SNs get an apostrophe (’) in front, so that no zero or digit is lost.',
    xlsx: 'For Excel and LibreOffice. Numbers and SNs are kept as text, amounts as numbers.',
    pdf: 'To be printed or sent on, at most {{most}} receipts. In a browser the print dialog opens: choose “Save as PDF”.',
    jsonl: 'For an audit: every receipt with its links of the log and the raw webhook, which anybody can check.',
  },
  separator: 'Between columns',
  separators: { semicolon: 'Semicolon (Indonesian Excel)', comma: 'Comma (English Excel)', tab: 'Tab' },
  from: 'From day',
  to: 'To day',
  anyDay: 'Empty: no limit.',
  start: 'Make the file',
  stop: 'Stop',
  close: 'Close',
  rows: '{{rows}} rows',
  running: { export: 'Writing the file. Selling goes on.', reconcile: 'Comparing. Selling goes on.' },
  done: { export: 'The file is there: {{rows}} receipts', reconcile: 'Compared: {{rows}} lines' },
  printed: 'The report is open in the print dialog.',
  cancelled: { export: 'Stopped. Nothing of the file is left.', reconcile: 'Stopped.' },
  failed: {
    export: 'There is no file. The receipts are untouched.',
    reconcile: 'Not compared. The receipts are untouched.',
  },
};

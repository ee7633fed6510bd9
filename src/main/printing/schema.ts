/** @param columns of a later version, after those that each has */
const printJobs = (kinds: string, columns = ''): string => `
CREATE TABLE print_jobs (
  -- the order of printing
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN (${kinds})),
  sale_id TEXT REFERENCES transactions (id),
  printer TEXT NOT NULL,
  copy INTEGER CHECK (copy >= 1),
  -- whether that copy may exist on paper
  counted INTEGER NOT NULL CHECK (counted IN (0, 1) AND (counted = 0 OR copy IS NOT NULL)),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'checking', 'sending', 'sent', 'confirmed', 'blocked', 'unknown', 'failed')),
  reason TEXT,
  asked_by TEXT NOT NULL CHECK (asked_by IN ('cashier', 'supervisor', 'system')),
  -- a job is reprinted by one other at most
  reprint_of TEXT UNIQUE REFERENCES print_jobs (id),
  resolution TEXT CHECK (resolution IN ('again', 'given_up', 'printed')),
  format TEXT NOT NULL CHECK (format IN ('escpos', 'starprnt', 'page')),
  -- null once it was sent or given up: it holds a customer's data
  payload BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- of a shift's slip
  shift INTEGER REFERENCES shifts (number) CHECK ((shift IS NULL) = (kind <> 'shift')),
  -- of a settlement's slip: who paid of the tab, and when
  tab_customer TEXT CHECK ((tab_customer IS NULL) = (kind <> 'settlement')),
  tab_paid_at TEXT CHECK ((tab_paid_at IS NULL) = (kind <> 'settlement'))${columns}
) STRICT;
CREATE UNIQUE INDEX print_jobs_copies ON print_jobs (sale_id, copy) WHERE counted = 1;
CREATE INDEX print_jobs_of_sale ON print_jobs (sale_id, seq) WHERE sale_id IS NOT NULL;
CREATE INDEX print_jobs_waiting ON print_jobs (printer, seq) WHERE state IN ('queued', 'checking', 'blocked');
CREATE INDEX print_jobs_open ON print_jobs (seq)
  WHERE state IN ('queued', 'checking', 'blocked', 'sending') OR (state = 'unknown' AND resolution IS NULL);
`;

const firstKinds = `'receipt', 'head', 'test', 'ruler', 'shift', 'settlement'`;
/** Of the table before a version that rebuilds it. */
const firstColumns = `seq, id, kind, sale_id, printer, copy, counted, state, reason, asked_by, reprint_of, resolution, format, payload,
  created_at, updated_at, shift, tab_customer, tab_paid_at`;

/** Not part of the chain: a requested print is an event of the sale; a row says what became of it. */
export const printingSchema = {
  1: `
${printJobs(firstKinds)}
-- receipts to print without a request: added in the commit that issues the number, removed in the one that creates the job
CREATE TABLE auto_print_outbox (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES transactions (id),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
  // A kind of its own: the check of a column cannot be changed.
  5: `
${['copies', 'of_sale', 'waiting', 'open'].map((name) => `DROP INDEX print_jobs_${name};`).join(' ')}
ALTER TABLE print_jobs RENAME TO print_jobs_before;
${printJobs(
  `${firstKinds}, 'cash_service'`,
  `,
  -- of the slip of a cash service
  cash_service TEXT REFERENCES cash_services (id) CHECK ((cash_service IS NULL) = (kind <> 'cash_service'))`,
)}
INSERT INTO print_jobs (${firstColumns}) SELECT ${firstColumns} FROM print_jobs_before ORDER BY seq;
DROP TABLE print_jobs_before;
`,
} as const;

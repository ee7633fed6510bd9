import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { FlawKind, VerifyReport, WebhookSignatures } from '../../shared/contract/journal.ts';
import type { Head } from '../db/change.ts';
import { DatabaseError, mapDatabaseErrors } from '../db/database-error.ts';
import { holds } from '../db/metadata.ts';
import { checkVersion, schemaVersion } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import { prepareRebuild } from '../ledger/index.ts';
import { verifyJournal } from './verify.ts';

const flaws: Readonly<Record<FlawKind, string>> = {
  event_missing: 'is missing: a row was taken out of the log',
  link_broken: 'does not follow from the event before it',
  event_changed: 'was changed after it was written',
  end_differs: 'is not where the log ended: its end was cut off or rewritten',
  body_missing: 'has lost what was said, and it was not erased',
  body_changed: 'holds other words than were said',
  body_unexplained: 'belongs to no event of the log',
  sale_differs: 'shows something else than its last event',
  sale_missing: 'is missing: the log has it, and the list does not have it',
  sale_unexplained: 'comes from no event of the log',
  receipt_missing: 'is missing: the numbers have a gap',
  receipt_differs: 'and its sale do not name each other',
  book_differs: 'do not sum up the sales: rebuild them with rebuild-books',
  shift_differs: 'is not as the log has it',
  cash_service_differs: 'is not as the log has it',
  person_differs: 'has not the name, role or leave to sign in that the log gave them',
  damaged: 'is damaged',
  refers_to_nothing: 'refers to a row that is not there',
  shipped_differs: 'is not as it was shipped to the relay: the file was edited, replaced, or is an older copy',
  schema_differs: 'is missing, was changed or was added: this file is not guarded as Konter made it',
};

/** Where the command reads its keys and writes its words. */
export interface CommandSurroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdout(text: string): void;
  stderr(text: string): void;
}

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

function webhookLines({ byKey, byNone, firstByNone, quarantinedByNone, erased }: WebhookSignatures): string[] {
  const names = byKey.map((_count, at) => (at === 0 ? 'the key in use' : `retired key ${at}`));
  return [
    ...byKey.map((count, at) => `webhooks  ${count} signed with ${names[at]}`),
    `webhooks  ${byNone} applied, signed with none of these keys${firstByNone === null ? '' : `: ${firstByNone} first`}`,
    `webhooks  ${quarantinedByNone} quarantined, signed with none of these keys`,
    ...(erased > 0 ? [`webhooks  ${erased} erased`] : []),
  ];
}

const usage = `npm run journal -- verify FILE [--head "NUMBER CODE"] [--keys-from-env]

Reads a journal from its first row to its last and says whether it is whole.
--head: an end of the log as it was printed before, its code with or without spaces; says whether the journal still holds it.
--keys-from-env: checks the signatures of the kept webhooks again, with the key in KONTER_SECRET_KEY and those in
  KONTER_RETIRED_KEYS (a JSON list of texts), and says how many were signed with which.

npm run journal -- rebuild-books FILE

Makes the day's sums again from the sales and their log; to be run while no counter has the file open.

Exit code 0: whole. 1: something is not right. 2: the file cannot be read, or the command is not right.
`;

const Key = z.string('KONTER_SECRET_KEY is not set').min(1, 'KONTER_SECRET_KEY or a retired key is empty');
const retiredFormat = 'KONTER_RETIRED_KEYS is not a JSON list of texts';
const Retired = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue(retiredFormat);
      return z.NEVER;
    }
  })
  .pipe(z.array(Key, retiredFormat));

interface Command {
  command: 'verify' | 'rebuild-books';
  file: string;
  keys: readonly string[];
  head: Head | null;
}

function run({ command, file, keys, head }: Command, around: CommandSurroundings): number {
  try {
    if (command === 'rebuild-books') return rebuildBooks(file, around);
    const report = verifyJournal(file, keys);
    around.stdout(reportText(report));
    const lacksHead = head !== null && !holdsHead(file, head);
    if (lacksHead) {
      around.stdout(`NOT RIGHT: event ${head.seq} is not there with that code: rolled back, or rewritten\n`);
    } else if (head !== null) around.stdout(`Event ${head.seq} has that code.\n`);
    return report.flaw || lacksHead ? 1 : 0;
  } catch (thrown) {
    if (!(thrown instanceof DatabaseError)) throw thrown;
    around.stderr(`${file}: ${thrown.message}\n`);
    return 2;
  }
}

/** Prints the progress about every ten thousand sales. If it is interrupted, the counter continues at its next start. */
function rebuildBooks(file: string, { stdout, stderr }: CommandSurroundings): number {
  return mapDatabaseErrors(() => {
    assertCurrent(file);
    const db = connect(file, false);
    try {
      const filler = prepareRebuild(db);
      filler.startOver();
      let steps = 0;
      for (let left = filler.step(); left !== null; left = filler.step()) {
        steps += 1;
        if (steps % 20 === 0) stderr(`${left.done} of ${left.total} sales\n`);
      }
      stdout('The books are rebuilt.\n');
      return 0;
    } finally {
      db.close();
    }
  });
}

/** The file must be there, and as this program writes it: making one, or bringing one up to date, is the counter's. */
function assertCurrent(file: string): void {
  const db = connect(file, true);
  try {
    const version = checkVersion(db);
    if (version < schemaVersion) throw new DatabaseError('other', `the database has version ${version}: open it once`);
  } finally {
    db.close();
  }
}

function holdsHead(file: string, head: Head): boolean {
  return mapDatabaseErrors(() => {
    const db = connect(file, true);
    try {
      return holds(db, head);
    } finally {
      db.close();
    }
  });
}

const Positionals = z.tuple(
  [z.enum(['verify', 'rebuild-books'], 'The command is verify or rebuild-books'), z.string('The FILE is missing')],
  'The arguments are verify FILE or rebuild-books FILE',
);

/** Throws a TypeError or a ZodError that names the wrong argument. */
function readArguments(args: readonly string[], env: CommandSurroundings['env']): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' }, 'keys-from-env': { type: 'boolean' } },
  });
  const [command, file] = Positionals.parse(positionals);
  const head = values.head === undefined ? null : PrintedHead.parse(values.head);
  return { command, file, head, keys: values['keys-from-env'] ? keysFromEnvironment(env) : [] };
}

/** One sentence. Node adds advice about arguments that begin with a minus. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues[0]?.message ?? '';
  if (error instanceof TypeError) return error.message.split(/\.\s/)[0] ?? '';
  throw error;
}

const headFormat = '--head: is not a number and a code of 64 hex digits';

/** "12 0123 4567 …": a number, and the whole code, as paper has it. */
const PrintedHead = z
  .string()
  .regex(/^\s*\d{1,15}\s+[0-9a-f]{4}[0-9a-f\s]*$/i, headFormat)
  .transform((text) => {
    const [seq = '', ...groups] = text.trim().split(/\s+/);
    return { seq: Number(seq), hash: groups.join('').toLowerCase() };
  })
  .refine(({ hash }) => hash.length === 64, headFormat);

/** The key in use first. */
function keysFromEnvironment(env: CommandSurroundings['env']): string[] {
  const retired = Retired.parse(env['KONTER_RETIRED_KEYS'] ?? '[]');
  return [Key.parse(env['KONTER_SECRET_KEY']), ...retired];
}

/** `npm run journal`. Answers the exit code. */
export function journalCommand(args: readonly string[], around: CommandSurroundings): number {
  if (args.includes('--help') || args.includes('-h')) {
    around.stdout(usage);
    return 0;
  }
  let command: Command;
  try {
    command = readArguments(args, around.env);
  } catch (error) {
    around.stderr(`${reasonOf(error)}\n\n${usage}`);
    return 2;
  }
  return run(command, around);
}

if (import.meta.main) {
  process.exitCode = journalCommand(process.argv.slice(2), {
    env: process.env,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
  });
}

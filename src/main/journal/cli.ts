import { z } from 'zod';
import { JournalFault } from '../ports/journal.ts';
import { verifyJournal } from './verify/verify.ts';
import { reportText } from './verify/words.ts';

const usage = `npm run journal -- verify FILE [--keys-from-env]

Reads a journal from its first row to its last and says whether it is whole.
--keys-from-env: checks the signatures of the kept webhooks again, with the key in KONTER_SECRET_KEY and those in
  KONTER_RETIRED_KEYS (a JSON list of texts), and says how many were signed with which.
Exit code 0: whole. 1: something is not right. 2: the file cannot be read, or the command is not right.
`;

const Key = z.string().min(1);

function main(args: readonly string[]): number {
  const withKeys = args.includes('--keys-from-env');
  const [command, file, ...rest] = args.filter((arg) => arg !== '--keys-from-env');
  const keys = withKeys ? keysFromEnvironment() : [];
  if (command !== 'verify' || file === undefined || rest.length > 0 || keys === null) {
    process.stderr.write(keys === null ? 'KONTER_SECRET_KEY or KONTER_RETIRED_KEYS is not right\n' : usage);
    return 2;
  }
  try {
    const report = verifyJournal(file, keys);
    process.stdout.write(reportText(report));
    return report.flaw ? 1 : 0;
  } catch (thrown) {
    if (!(thrown instanceof JournalFault)) throw thrown;
    process.stderr.write(`${file}: ${thrown.message}\n`);
    return 2;
  }
}

/** The key in use first; null when they are not there or not readable. */
function keysFromEnvironment(): string[] | null {
  try {
    const retired = z.array(Key).parse(JSON.parse(process.env['KONTER_RETIRED_KEYS'] ?? '[]'));
    return [Key.parse(process.env['KONTER_SECRET_KEY']), ...retired];
  } catch {
    return null;
  }
}

process.exitCode = main(process.argv.slice(2));

import { JournalFault } from '../ports/journal.ts';
import { verifyJournal } from './verify/verify.ts';
import { reportText } from './verify/words.ts';

const usage = `npm run journal -- verify FILE

Reads a journal from its first row to its last and says whether it is whole.
Exit code 0: whole. 1: something is not right. 2: the file cannot be read.
`;

function main([command, file, ...rest]: readonly string[]): number {
  if (command !== 'verify' || file === undefined || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    const report = verifyJournal(file);
    process.stdout.write(reportText(report));
    return report.flaw ? 1 : 0;
  } catch (thrown) {
    if (!(thrown instanceof JournalFault)) throw thrown;
    process.stderr.write(`${file}: ${thrown.message}\n`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));

import type { PrintReason } from '../../../shared/domain/print-job.ts';
import type { Deadline } from './deadline.ts';
import type { PrinterSession } from './printer-session.ts';

/** DLE EOT 1, 2 and 4: the printer, why it is offline, its paper. Answered at once, also by a printer that is offline. */
const requests = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);

/** Every answer to DLE EOT has bits 1 and 4 set and bits 0 and 7 clear; all else is something other than an answer. */
const isAnswer = (byte: number): boolean => (byte & 0x93) === 0x12;

/**
 * Asks an ESC/POS printer how it is. "silent" when not all three answers came in time: then nothing is known, least of all
 * that it is ready.
 */
export async function askStatus(talk: PrinterSession, limit: Deadline): Promise<'ready' | 'silent' | PrintReason> {
  try {
    const answers = await Promise.race([threeAnswers(talk), limit.passed]);
    return answers === null ? 'silent' : judge(...answers);
  } finally {
    limit.cancel();
  }
}

async function threeAnswers(talk: PrinterSession): Promise<[number, number, number] | null> {
  if (!(await talk.write(requests))) return null;
  const answers: number[] = [];
  while (answers.length < 3) {
    const answer = await talk.read(isAnswer);
    if (answer === null) return null;
    answers.push(answer);
  }
  const [printer = 0, offline = 0, paper = 0] = answers;
  return [printer, offline, paper];
}

/** The cause before the consequence: a printer whose paper is out is offline, too. */
function judge(printer: number, offline: number, paper: number): 'ready' | PrintReason {
  if (offline & 0x04) return 'cover_open';
  if (offline & 0x20 || paper & 0x60) return 'paper_out';
  if (offline & 0x40) return 'printer_error';
  return printer & 0x08 ? 'offline' : 'ready';
}

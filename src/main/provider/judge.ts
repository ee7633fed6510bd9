import { Envelope, saysSuccess } from '../../shared/wire/envelope.ts';
import { readWire, type WireFault } from '../../shared/wire/told.ts';
import { readJson } from './json.ts';
import type { Question } from './question.ts';
import { mayBeNo, namesTransaction, saysOnlyNo, speaksOfDoubt } from './refusal.ts';

/** What a whole HTTP answer means, without the bodies. */
export type Verdict<T> =
  | { kind: 'answered'; value: T; faults: WireFault[] }
  | { kind: 'refused'; message: string; status: number }
  | { kind: 'unclear'; reason: string; status: number; faults: WireFault[] };

/** What is believed as a refusal: HTTP codes, and words of an envelope's status in lower case. */
export interface Refusals {
  codes: ReadonlySet<number>;
  words: ReadonlySet<string>;
}

/**
 * Reads an answer as architecture and spec allow: an outcome is believed only when every part of the answer agrees with
 * it, and everything else is unclear. Never throws.
 */
export function judge<T>(
  answer: { status: number; body: Uint8Array },
  question: Question<T>,
  believed: Refusals,
): Verdict<T> {
  const { status } = answer;
  const unclear = (reason: string, faults: WireFault[] = []): Verdict<T> => ({
    kind: 'unclear',
    reason,
    status,
    faults,
  });

  const json = readJson(answer.body);
  if (!json.ok) return unclear('the answer is not JSON');
  const envelope = readWire(Envelope, json.value);
  if (!envelope.ok) return unclear('the answer has no envelope', envelope.faults);

  const wellSaid = status >= 200 && status <= 299;
  const refusing = believed.codes.has(status);
  const success = saysSuccess(envelope.value);
  if (!(wellSaid || (refusing && !success))) return unclear(`HTTP ${status}`, envelope.faults);

  if (!success) {
    const said = { status: envelope.value.status, whole: json.value };
    const no = question.movesMoney ? saysOnlyNo(said, believed.words) : mayBeNo(said);
    if (!no) return unclear('the answer is no clear refusal', envelope.faults);
    if (!namesTransaction(json.value)) {
      if (!refusing) return unclear(`refused with HTTP ${status}`, envelope.faults);
      if (question.movesMoney && speaksOfDoubt(json.value)) {
        return unclear('the refusal speaks of a sale that goes on', envelope.faults);
      }
      return { kind: 'refused', message: envelope.value.message, status };
    }
  }
  const reading = question.read(envelope.value.data);
  const faults = [...envelope.faults, ...reading.faults];
  if (!reading.ok) return unclear('the answer lacks what its outcome needs', faults);
  if (!success && !question.failed(reading.value)) return unclear('the answer contradicts itself', faults);
  const doubt = question.doubt(reading.value);
  if (doubt !== null) return unclear(doubt, faults);
  if (!success) faults.push({ path: 'status', problem: 'is not "success", though the data has a result' });
  return { kind: 'answered', value: reading.value, faults: [...faults, ...question.oddities(reading.value)] };
}

import type { DateOrder } from '../../../shared/contract/files.ts';
import { dateOrders, readTime } from './statement-values.ts';

/** How the times of a statement are read. */
export interface TimeReading {
  order: DateOrder;
  /** false: the pairs fit another order as well */
  orderKnown: boolean;
  /** null: none of the pairs has a time of day, or they do not agree */
  offsetMs: number | null;
}

/** A line and the sale with the same id: the line's time as it is written, and the sale's in ms since 1970. */
interface Pair {
  text: string;
  at: number;
}

const minuteMs = 60_000;
/** Clocks are apart by half hours, and providers take minutes. */
const stepMs = 30 * minuteMs;
const agreeMs = 20 * minuteMs;
/** No two clocks on earth are further apart, and the provider took less than half an hour for most sales. */
const maxApartMs = 14.5 * 60 * minuteMs;
/** Noon stands for a whole day, in whichever zone. */
const maxDaysApartMs = 27 * 60 * minuteMs;
/** Of the pairs, so many must agree on the offset. */
const agreeingShare = 2 / 3;
const minPairs = 2;

/**
 * Learns the order of the dates, and how far the clock is ahead, from lines whose sale is known by its id.
 * @returns null if they fit no order
 */
export function learnTimes(pairs: readonly Pair[], timeZone: string): TimeReading | null {
  const readings = dateOrders.map((order) => ({ order, apart: differences(pairs, timeZone, order) }));
  const [best, next] = readings.toSorted((one, other) => other.apart.length - one.apart.length);
  if (!best || best.apart.length === 0) return null;
  // Dates such as 05/05 fit every order alike: the usual one is the first.
  const orderKnown = best.apart.length > (next?.apart.length ?? 0);
  return { order: best.order, orderKnown, offsetMs: commonOffset(best.apart) };
}

interface Apart {
  ms: number;
  wholeDay: boolean;
}

/** How far each line is ahead of its sale; without lines that are too far for that order to be right. */
function differences(pairs: readonly Pair[], timeZone: string, order: DateOrder): Apart[] {
  return pairs.flatMap(({ text, at }) => {
    const time = readTime(text, timeZone, order);
    if (!time) return [];
    const { wholeDay } = time;
    const ms = time.at - at;
    return Math.abs(ms) <= (wholeDay ? maxDaysApartMs : maxApartMs) ? [{ ms, wholeDay }] : [];
  });
}

function commonOffset(apart: readonly Apart[]): number | null {
  const timed = apart.filter(({ wholeDay }) => !wholeDay).map(({ ms }) => ms);
  const median = timed.toSorted((one, other) => one - other)[Math.floor(timed.length / 2)];
  if (median === undefined || timed.length < minPairs) return null;
  const agreeing = timed.filter((ms) => Math.abs(ms - median) <= agreeMs).length;
  return agreeing >= timed.length * agreeingShare ? Math.round(median / stepMs) * stepMs : null;
}

const minHints = 3;

/**
 * The offset by which most lines would fit a sale of their number and amount. Only a hint: nothing is matched by it.
 * @param apart how far lines without a match are ahead of the sales that they would fit, in ms
 * @param lines how many there are
 * @returns minutes; null if too few agree
 */
export function likelyOffset(apart: readonly number[], lines: number): number | null {
  const steps = Map.groupBy(apart, (ms) => Math.round(ms / stepMs));
  steps.delete(0);
  const [found] = [...steps].toSorted(([, one], [, other]) => other.length - one.length);
  if (!found || found[1].length < minHints || found[1].length < lines / 2) return null;
  return (found[0] * stepMs) / minuteMs;
}

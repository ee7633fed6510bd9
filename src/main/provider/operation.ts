import type { Reading, WireFault } from '../../shared/wire/lenient.ts';

/** One operation of the interface with what is asked, and how its answer is to be read. */
export interface Question<T> {
  method: 'GET' | 'POST';
  /** below {base_url}, each part encoded */
  path: string;
  /** exactly the documented fields, or null for none */
  body: Readonly<Record<string, string>> | null;
  /** true when the other side may act on it: asked once, by construction (see ask-again.ts) */
  movesMoney: boolean;
  /** reads the envelope's data; paths of faults begin with "data" */
  read(data: unknown): Reading<T>;
  /** whether the result itself says that it failed, so that an envelope other than success agrees with it */
  failed(value: T): boolean;
  /** why a readable result must not be believed, or null */
  doubt(value: T): string | null;
  /** what is odd about a believed result without changing the outcome */
  oddities(value: T): WireFault[];
}

/** A question that changes nothing over there, so that asking it again costs nothing. */
export interface SafeOperation<T> extends Question<T> {
  movesMoney: false;
}

/** The path below which a reading's faults were found, put in front of each. */
export function below<T>(path: string, reading: Reading<T>): Reading<T> {
  const faults = reading.faults.map((fault) => ({
    ...fault,
    path: fault.path === '' ? path : `${path}.${fault.path}`,
  }));
  return { ...reading, faults };
}

import { z } from 'zod';
import { Rupiah } from '../domain/money.ts';
import { lenient } from './lenient.ts';

/**
 * An amount that the provider names: at most a million million rupiah, which no counter ever sees. Larger ones are whole numbers
 * to JSON and to SQLite, but with a fee on top, or summed up in the books, they are none that can be read again.
 */
export const ProviderAmount = Rupiah.max(1_000_000_000_000);

/** Replaces a letter that could not be decoded. */
const brokenLetter = '\uFFFD';

const isWhole = (text: string): boolean => !text.includes(brokenLetter);

/**
 * Words of the provider. JSON can hold half a letter, where somebody cut a text within one: an escaped surrogate without its
 * other half. UTF-8 cannot, so that the database would give back another text than the log has.
 */
export const Text = z.string().overwrite((text) => text.toWellFormed());

/** The provider's id of a sale. Of two ids with a broken letter nobody can say whether they are one. */
export const ProviderId = Text.min(1).refine(isWhole, 'has a broken letter');

/** A serial number that may be left out. With a broken letter it is none: the customer would be given one that nobody said. */
export const SerialNumber = Text.refine(isWhole, 'has a broken letter');

/** The same where it has to be there: with a broken letter it is as good as empty. */
export const WrittenSerialNumber = Text.overwrite((sn) => (isWhole(sn) ? sn : ''));

/** Spec, Brand object. */
export const Brand = z.looseObject({ name: lenient(Text), logo: lenient(Text) });

/** Spec, Category object. */
export const Category = z.looseObject({ name: lenient(Text) });

/** Every answer of the service (spec, Envelope). `data` is read by the operation's own schema; a refusal may have none. */
export const Envelope = z.looseObject({
  /** "success" on success; nothing else is shown */
  status: z.string(),
  message: Text.catch(''),
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof Envelope>;

export function saysSuccess(envelope: Envelope): boolean {
  return envelope.status.trim().toLowerCase() === 'success';
}

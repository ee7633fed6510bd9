import { z } from 'zod';

/** What stands in the place of a letter that could not be read. */
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

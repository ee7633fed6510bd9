import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Erasure } from '../../../shared/domain/erasure.ts';
import { prepareErasures } from '../erasing/erasures.ts';
import { jsonText } from '../json-text.ts';
import { lazily, statement } from '../lazily.ts';

interface ErasedBody {
  seq: number;
  saleId: string | null;
  type: string;
  at: string;
  /** JSON text */
  data: string;
  /** in hex */
  hash: string;
  role: string;
}

const Told = jsonText.pipe(z.object({ receivedAt: z.string().nullish() }));

/**
 * Whether the log says that a body was to be erased: its sale's customer was, afterwards, or it is a webhook put aside that an
 * erasure names, or that came before one. Without that, whoever can write the file could take out what was said of a sale, and
 * then say something else of it.
 */
export function prepareErasedRightly(db: Database.Database): (body: ErasedBody) => boolean {
  const saleErased = statement(
    db,
    `SELECT 1 FROM events WHERE sale_id = ? AND type = 'sale.erased' AND seq > ? LIMIT 1`,
  );
  const erasures = lazily(() => prepareErasures(db)());
  return ({ seq, saleId, type, at, data, hash, role }) => {
    if (saleId !== null && saleErased().get(saleId, seq) !== undefined) return true;
    if (type !== 'webhook.set_aside' || role !== 'webhook') return false;
    const { receivedAt } = Told.parse(data);
    const names = ({ webhooks }: Erasure): boolean => webhooks.some(([of, its]) => of === seq && its === hash);
    return erasures().some((erasure) => names(erasure) || (receivedAt ?? at) <= erasure.at);
  };
}

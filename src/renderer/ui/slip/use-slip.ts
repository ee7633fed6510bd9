import { useMemo } from 'react';
import { fail } from '../../../shared/contract/errors.ts';
import { buildSlip, type SlipSettings } from '../../../shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';

/** What a slip needs of the shop; an empty shop while the settings are being read. */
export function useSlipSettings(): SlipSettings {
  const settings = useSettings((state) => state.view?.settings);
  const training = useStatus((state) => state.status?.mode === 'training');
  return useMemo(
    () => ({
      language: settings?.language ?? 'id',
      timeZone: settings?.timeZone ?? 'Asia/Jakarta',
      shop: settings?.shop ?? { name: '', address: '', phone: '', footer: '' },
      training,
      copy: 1,
    }),
    [settings, training],
  );
}

const preview = (id: string) => (id === '' ? nothingAsked : call('receipts.preview', { id }));
const nothingAsked = Promise.resolve(fail('not_found', 'There is no sale yet.'));

/**
 * The slip of a sale as main would print it now. Until main has answered, and while it cannot, it is built here from the
 * same blocks, so that nothing jumps.
 */
export function useSlip(sale: Transaction | null): ReceiptDoc | null {
  const settings = useSlipSettings();
  const version = useMemo(() => ({ sale, settings }), [sale, settings]);
  const told = useAnswer(preview, sale?.id ?? '', version);
  return useMemo(() => {
    if (!version.sale) return null;
    return told?.version === version && told.answer.ok
      ? told.answer.value.doc
      : buildSlip(version.sale, version.settings);
  }, [version, told]);
}

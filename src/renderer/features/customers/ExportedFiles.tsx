import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { SavedExport } from '../../../shared/contract/files.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { dateTimeText } from '../../ui/time-text.ts';

/** Exported files that are left, which may hold a customer who was erased. Each is deleted on its own. */
export function ExportedFiles() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [files, setFiles] = useState<readonly SavedExport[]>([]);
  const [error, setError] = useState<KonterError | null>(null);
  const show = useCallback((answer: Result<Output<'exports.files'>>): void => {
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setFiles(answer.value.files);
  }, []);
  useEffect(() => void call('exports.files').then(show), [show]);
  const remove = async (id: string): Promise<void> => show(await call('exports.delete', { id }));
  if (files.length === 0) return <ErrorNotice compact error={error} />;
  return (
    <section aria-label={t('customers.files.title')} className="flex flex-col gap-2">
      <h3 className="text-large font-semibold">{t('customers.files.title')}</h3>
      <p>{t('customers.files.lead')}</p>
      <ErrorNotice compact error={error} />
      <ul className="rounded-box border border-line">
        {files.map(({ id, name, folder, savedAt }) => (
          <li key={id} className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="font-mono break-all">{name}</p>
              <p className="text-small break-all text-ink-soft">
                {dateTimeText(savedAt, zone)} · {folder}
              </p>
            </div>
            <Button look="danger" aria-label={t('customers.files.deleteOf', { name })} onClick={() => void remove(id)}>
              {t('customers.files.delete')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

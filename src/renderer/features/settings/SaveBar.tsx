import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';

interface Props {
  dirty: boolean;
  saving: boolean;
  error: KonterError | null;
  label?: string;
}

/** Says what is not saved, and saves it: in sight as soon as something was changed, however long the form is. */
export function SaveBar({ dirty, saving, error, label }: Props) {
  const { t } = useTranslation();
  const words = error ? errorWords(t, error) : null;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) bar.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  useEffect(() => {
    // The bar covers the end of the screen as soon as it appears: what is being typed moves out from under it.
    if (dirty) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [dirty]);
  return (
    <div
      ref={bar}
      className={classes(
        '-my-3 flex flex-col gap-3 py-3',
        dirty && 'sticky bottom-0 z-10 border-t border-line bg-canvas',
      )}
    >
      {words ? (
        <Notice
          tone="failed"
          live="alert"
          title={t('settings.saveFailed')}
          lines={[
            ...words.lines.slice(0, 1),
            error?.reason === 'same_pin' ? null : error?.fields?.join(', '),
            ...words.lines.slice(1),
          ]}
        />
      ) : null}
      <div className="flex items-center justify-end gap-4">
        <output className="text-small text-ink-soft">{dirty ? t('settings.unsaved') : ''}</output>
        <Button type="submit" look="primary" disabled={saving || !dirty}>
          {label ?? t('common.save')}
        </Button>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { DialogFooter } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';

interface Props {
  /** the word on the button */
  go: string;
  ready: boolean;
  onGo: () => Promise<void>;
  onClose: () => void;
  error: KonterError | null;
  children: ReactNode;
}

/** What the three ways of adding share: fields, what went wrong, and the way on. */
export function AddForm({ go, ready, onGo, onClose, error, children }: Props) {
  const { t } = useTranslation();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void onGo();
      }}
    >
      {children}
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('catalogue.adding.close')}</Button>
          <Button look="primary" type="submit" disabled={!ready}>
            {go}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}

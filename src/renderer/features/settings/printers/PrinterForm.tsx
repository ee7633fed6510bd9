import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../../../shared/domain/printer.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { saveSettings } from '../save-settings.ts';
import { type DraftField, draftOf, newDraft, readDraft } from './printer-draft.ts';
import { freshId, withPrinter } from './printer-list.ts';
import { RollFields } from './RollFields.tsx';
import { TransportFields } from './TransportFields.tsx';

interface Props {
  view: SettingsView;
  /** the one to change; null: a new one */
  printer: PrinterSetting | null;
  onClose: () => void;
}

/** One printer, new or changed. */
export function PrinterForm(props: Props) {
  const { t } = useTranslation();
  const title = t(props.printer ? 'printers.form.editTitle' : 'printers.form.addTitle');
  return (
    <Dialog wide title={title} onClose={props.onClose}>
      {(settled) => <Fields {...props} settled={settled} />}
    </Dialog>
  );
}

function Fields({ view, printer, onClose, settled }: Props & { settled: boolean }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => (printer ? draftOf(printer) : newDraft));
  const [faults, setFaults] = useState<ReadonlySet<DraftField>>(new Set());
  const [error, setError] = useState<KonterError | null>(null);
  const [saving, setSaving] = useState(false);
  const { settings } = view;
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  useEffect(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"]');
    if (faults.size > 0 && wrong instanceof HTMLElement) wrong.focus();
  }, [faults]);
  const fields = {
    draft,
    change: (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part })),
    fault: (field: DraftField) => (faults.has(field) ? t(`printers.form.bad.${field}`) : null),
  };
  const save = async (): Promise<void> => {
    if (saving) return;
    const read = readDraft(draft, printer?.id ?? freshId(settings.printers));
    setFaults('faults' in read ? read.faults : new Set());
    if ('faults' in read) return;
    setSaving(true);
    const problem = await saveSettings(withPrinter(settings, read.printer));
    setSaving(false);
    setError(problem);
    if (problem !== null) return;
    // What was held up by the old way goes on by the new one.
    void call('printers.tryNow');
    onClose();
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('printers.form.name')}
        hint={t('printers.form.nameHint')}
        maxLength={60}
        fault={fields.fault('name')}
        value={draft.name}
        onChange={(event) => fields.change({ name: event.currentTarget.value })}
      />
      <TransportFields {...fields} />
      {draft.kind === 'system-graphic' ? null : <RollFields {...fields} />}
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!settled || saving}>
            {t('printers.form.save')}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}

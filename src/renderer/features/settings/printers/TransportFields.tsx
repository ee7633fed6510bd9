import { useTranslation } from 'react-i18next';
import { Paper } from '../../../../shared/domain/receipt/doc.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FindPrinters } from './FindPrinters.tsx';
import { type DraftField, type PrinterDraft, typedTransport } from './printer-draft.ts';

const kinds = ['tcp', 'device', 'system', 'system-graphic'] as const;

export interface DraftProps {
  draft: PrinterDraft;
  change: (part: Partial<PrinterDraft>) => void;
  /** the words of a field that is not right yet */
  fault: (field: DraftField) => string | null;
}

/** The way to the printer. */
export function TransportFields({ draft, change, fault }: DraftProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t('printers.form.how')}
        value={draft.kind}
        choices={kinds.map((value) => ({ value, label: t(`printers.kind.${value}`) }))}
        onValue={(kind) => change({ kind })}
      />
      <p className="text-small text-ink-soft">{t(`printers.kindHint.${draft.kind}`)}</p>
      <FindPrinters
        onPick={({ transport, name }) => {
          // A printer of the system stays the kind of one that was chosen.
          const kind = transport.kind === 'system' && draft.kind === 'system-graphic' ? draft.kind : transport.kind;
          change({ ...typedTransport(transport), kind, ...(draft.name === '' ? { name } : {}) });
        }}
      />
      {draft.kind === 'tcp' ? (
        <div className="grid grid-cols-[1fr_8rem] gap-3">
          <TextField
            label={t('printers.form.host')}
            hint={t('printers.form.hostHint')}
            mono
            fault={fault('host')}
            value={draft.host}
            onChange={(event) => change({ host: event.currentTarget.value })}
          />
          <TextField
            label={t('printers.form.port')}
            inputMode="numeric"
            mono
            fault={fault('port')}
            value={draft.port}
            onChange={(event) => change({ port: event.currentTarget.value })}
          />
        </div>
      ) : draft.kind === 'device' ? (
        <TextField
          label={t('printers.form.path')}
          mono
          fault={fault('path')}
          value={draft.path}
          onChange={(event) => change({ path: event.currentTarget.value })}
        />
      ) : (
        <TextField
          label={t('printers.form.system')}
          fault={fault('system')}
          value={draft.system}
          onChange={(event) => change({ system: event.currentTarget.value })}
        />
      )}
      {draft.kind === 'system-graphic' ? (
        <Choice
          label={t('printers.form.paper')}
          value={draft.paper}
          choices={Paper.options.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
          onValue={(paper) => change({ paper })}
        />
      ) : null}
    </>
  );
}

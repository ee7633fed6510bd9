import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ListColumns, maxPastedLetters } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { ProductCode } from '../../../shared/contract/procedure.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogForm } from '../../ui/Dialog.tsx';
import { Choice, ColumnSelect, TextAreaField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { CircleCheck } from '../../ui/icons.tsx';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { addProduct, callForWork } from './catalogue-store.ts';

const ways = ['one', 'list', 'file'] as const;
type Way = (typeof ways)[number];

interface Props {
  /** lines to be corrected; empty for none */
  text: string;
  onClose: () => void;
}

/** Products come in one by one, from a list that is pasted, or from a file. */
export function AddDialog({ text, onClose }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>(text === '' ? 'one' : 'list');
  return (
    <Dialog wide title={t('catalogue.adding.title')} lead={t('catalogue.adding.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <Choice
            label={t('catalogue.adding.how')}
            hideLabel
            value={way}
            choices={ways.map((value) => ({ value, label: t(`catalogue.adding.ways.${value}`) }))}
            onValue={setWay}
          />
          {way === 'one' ? <OneCode settled={settled} onClose={onClose} /> : null}
          {way === 'list' ? <PastedList settled={settled} text={text} onClose={onClose} /> : null}
          {way === 'file' ? <FileList settled={settled} onClose={onClose} /> : null}
        </>
      )}
    </Dialog>
  );
}

interface AddFormProps {
  settled: boolean;
  onClose: () => void;
}

/** Looking a product up puts it into the catalogue. */
function OneCode({ settled, onClose }: AddFormProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<string | null>(null);
  const form = useZodForm({
    schema: oneCode,
    defaults: { code: '' },
    clears: { code: '' },
    async send({ code }) {
      setFound(null);
      const added = await addProduct(code);
      setFound(added.ok ? added.value : null);
      return added.ok ? null : added.error;
    },
  });
  return (
    <DialogForm
      form={form}
      settled={settled}
      submit={t('catalogue.adding.look')}
      ready={oneCode.safeParse(form.watch()).success}
      onClose={onClose}
      leave={{ label: t('catalogue.adding.close'), run: onClose }}
    >
      <TextField
        mono
        label={t('catalogue.adding.code')}
        hint={t('catalogue.adding.codeHint')}
        {...form.field('code')}
      />
      <div className="min-h-16">
        {found === null ? null : (
          <Notice
            compact
            tone="success"
            icon={CircleCheck}
            live="status"
            title={t('catalogue.adding.found', { name: found })}
          />
        )}
      </div>
    </DialogForm>
  );
}

const oneCode = z.object({ code: ProductCode });

/** A pasted list; checking it goes on when the dialog is closed. */
function PastedList({ settled, text, onClose }: AddFormProps & { text: string }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: z.object({ text: z.string() }),
    defaults: { text },
    send: (list) => callForWork('catalogue.import', list),
    done: onClose,
  });
  const typed = form.watch('text');
  const tooLong = typed.length > maxPastedLetters;
  return (
    <DialogForm
      form={form}
      settled={settled}
      submit={t('catalogue.adding.start')}
      ready={!tooLong && typed.trim() !== ''}
      onClose={onClose}
      leave={{ label: t('catalogue.adding.close'), run: onClose }}
    >
      <TextAreaField
        label={t('catalogue.adding.text')}
        hint={t('catalogue.adding.textHint')}
        rows={8}
        placeholder={'TSEL10\t10.500\t12.000\tPulsa'}
        {...form.field('text')}
        fault={tooLong ? t('catalogue.adding.tooLong') : null}
      />
    </DialogForm>
  );
}

type Look = Output<'catalogue.previewImport'>;

/** A file that the person chooses, and the column for each field. */
function FileList({ settled, onClose }: AddFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<{ name: string; look: Look } | null>(null);
  const form = useZodForm({
    schema: z.object({ file: z.string(), columns: ListColumns.nullable() }),
    defaults: { file: '', columns: null },
    send: (list) => callForWork('catalogue.import', list),
    done: onClose,
  });
  const choose = async (): Promise<KonterError | null> => {
    const answer = await call('catalogue.choose');
    if (!answer.ok) return answer.error;
    const { file, name, via } = answer.value;
    if (via === 'cancelled' || file === null) return null;
    const look = await call('catalogue.previewImport', { file });
    if (!look.ok) return look.error;
    setChosen({ name: name ?? '', look: look.value });
    form.setValue('file', file);
    form.setValue('columns', look.value.mapped);
    return null;
  };
  const columns = form.control('columns');
  return (
    <DialogForm
      form={form}
      settled={settled}
      submit={t('catalogue.adding.start')}
      ready={chosen !== null}
      onClose={onClose}
      leave={{ label: t('catalogue.adding.close'), run: onClose }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void form.attempt(choose)}>{t('catalogue.adding.choose')}</Button>
        <p className="min-w-0 truncate text-ink-soft">{chosen ? chosen.name : t('catalogue.adding.noFile')}</p>
      </div>
      {chosen && columns.value ? (
        <ListColumnFields names={chosen.look.columns} columns={columns.value} onColumns={columns.onValue} />
      ) : null}
      {chosen && !columns.value ? <p>{t('catalogue.adding.noHeads')}</p> : null}
      {chosen && chosen.look.sample.length > 0 ? <Sample look={chosen.look} /> : null}
    </DialogForm>
  );
}

function Sample({ look }: { look: Look }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion label={t('catalogue.adding.ways.file')} className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr>
            {look.columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-1 text-left font-medium whitespace-nowrap text-ink-soft">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.sample.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of a file have nothing else, and stay where they are
            <tr key={at} className="border-t border-line">
              {look.columns.map((name, column) => (
                <td key={name} className="max-w-48 truncate px-2 py-1">
                  {line[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface ListColumnFieldsProps {
  names: readonly string[];
  columns: ListColumns;
  onColumns: (columns: ListColumns) => void;
}

const fields = ['productCode', 'cost', 'sellingPrice', 'group'] as const;

/** The column of the list for each field; only the code is required. */
function ListColumnFields({ names, columns, onColumns }: ListColumnFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('catalogue.adding.columns')}</legend>
      {fields.map((field) => (
        <ColumnSelect
          key={field}
          label={t(`catalogue.adding.fields.${field}`)}
          names={names}
          value={columns[field]}
          onValue={(name) => onColumns({ ...columns, [field]: name })}
          {...(field === 'productCode' ? {} : { none: t('catalogue.adding.noColumn') })}
        />
      ))}
    </fieldset>
  );
}

import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { ProductCode } from '../../../shared/contract/procedure.ts';
import { type ListProposal, maxPastedLetters } from '../../../shared/contract/product-lists.ts';
import { type ListColumns, type ListMapping, PriceUnit } from '../../../shared/domain/column-mapping.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogForm } from '../../ui/Dialog.tsx';
import { Choice, ColumnSelect, TextAreaField, TextField } from '../../ui/Field.tsx';
import { useFileReading } from '../../ui/file-reading.ts';
import { useZodForm } from '../../ui/form.ts';
import { CircleCheck } from '../../ui/icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { LayoutFields, ReadLines } from '../../ui/TableMapping.tsx';
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
  const [name, setName] = useState<string | null>(null);
  const form = useZodForm({
    schema: oneCode,
    defaults: { code: '' },
    clears: { code: '' },
    async send({ code }) {
      setName(null);
      const added = await addProduct(code);
      setName(added.ok ? added.value : null);
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
        {name === null ? null : (
          <Notice
            compact
            tone="success"
            icon={CircleCheck}
            live="status"
            title={t('catalogue.adding.found', { name: name })}
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
  const [needsUnit, setNeedsUnit] = useState(false);
  const form = useZodForm({
    schema: z.object({ text: z.string(), unit: PriceUnit.nullable() }),
    defaults: { text, unit: null },
    async send({ text: list, unit }) {
      const error = await callForWork('catalogue.import', unit === null ? { text: list } : { text: list, unit });
      setNeedsUnit((before) => before || asksForUnit(error));
      return error;
    },
    done: onClose,
  });
  const question = useRef<HTMLDivElement>(null);
  // It came below the list, where it may be out of sight.
  useEffect(() => {
    if (needsUnit) question.current?.querySelector('input')?.focus();
  }, [needsUnit]);
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
      <div ref={question} className="contents">
        {needsUnit ? <UnitChoice {...form.control('unit')} /> : null}
      </div>
    </DialogForm>
  );
}

const asksForUnit = (error: KonterError | null): boolean => error?.reason === 'list_unit';

/** Asked once for the whole list. */
function UnitChoice({ value, onValue }: { value: PriceUnit | null; onValue: (unit: PriceUnit) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{t('catalogue.adding.unitAsk')}</p>
      <Choice
        label={t('catalogue.adding.unit')}
        value={value}
        choices={PriceUnit.options.map((unit) => ({ value: unit, label: t(`catalogue.adding.units.${unit}`) }))}
        onValue={onValue}
      />
    </div>
  );
}

/** A file that the person chooses, and how it is read. */
function FileList({ settled, onClose }: AddFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const { proposal, isReading, look } = useFileReading<ListProposal>((file, mapping) =>
    call('catalogue.previewImport', mapping ? { file, mapping } : { file }),
  );
  const mapping = proposal?.mapping ?? null;
  const form = useZodForm({
    schema: z.object({ file: z.string(), unit: PriceUnit.nullable() }),
    defaults: { file: '', unit: null },
    send: ({ file, unit }) =>
      callForWork('catalogue.import', unit === null ? { file, mapping } : { file, mapping, unit }),
    done: onClose,
  });
  const choose = async (): Promise<KonterError | null> => {
    const answer = await call('catalogue.choose');
    if (!answer.ok) return answer.error;
    const { file, name: chosen, via } = answer.value;
    if (via === 'cancelled' || file === null) return null;
    setName(chosen ?? '');
    form.setValue('unit', null);
    form.setValue('file', file);
    return look(file);
  };
  const { file, unit } = form.watch();
  const change = (changed: ListMapping): void => void form.attempt(() => look(file, changed));
  const settledUnit = mapping === null ? unit : mapping.unit;
  return (
    <DialogForm
      form={form}
      settled={settled}
      submit={t('catalogue.adding.start')}
      ready={proposal !== null && !isReading && !(proposal.asksUnit && settledUnit === null)}
      onClose={onClose}
      leave={{ label: t('catalogue.adding.close'), run: onClose }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void form.attempt(choose)}>{t('catalogue.adding.choose')}</Button>
        <p className="min-w-0 truncate text-ink-soft">{name ?? t('catalogue.adding.noFile')}</p>
      </div>
      {proposal ? (
        <output className="block">
          {mapping ? t(`mapping.from.${proposal.from}`) : t('catalogue.adding.noHeads')}
        </output>
      ) : null}
      {proposal && !mapping ? (
        <div>
          <Button onClick={() => change(anyTable)}>{t('catalogue.adding.asTable')}</Button>
        </div>
      ) : null}
      {proposal?.asksUnit ? (
        <UnitChoice
          value={settledUnit}
          onValue={(chosen) => (mapping ? change({ ...mapping, unit: chosen }) : form.setValue('unit', chosen))}
        />
      ) : null}
      {proposal ? <ListLines lines={proposal.lines} /> : null}
      {proposal && mapping ? (
        <>
          {mapping.columns.cost !== null && mapping.columns.sellingPrice === null ? (
            <p className="font-medium">{t('catalogue.adding.costOnly')}</p>
          ) : null}
          <ListColumnFields
            names={proposal.columns}
            columns={mapping.columns}
            onColumns={(columns) => change({ ...mapping, columns })}
          />
          <LayoutFields view={proposal} mapping={mapping} onMapping={change} />
          <HiddenNote hidden={proposal.hidden} />
        </>
      ) : null}
    </DialogForm>
  );
}

/** The hidden part of the sheet. */
function HiddenNote({ hidden: { columns, rows } }: Pick<ListProposal, 'hidden'>) {
  const { t } = useTranslation();
  const notes = [
    ...(rows > 0 ? [t('mapping.hiddenRows', plural(rows))] : []),
    ...(columns.length > 0 ? [t('mapping.hiddenColumns', { what: columns.join(', ') })] : []),
  ];
  return notes.length === 0 ? null : <p className="font-medium">{notes.join(' ')}</p>;
}

/** A table of which a person says more. */
const anyTable: ListMapping = {
  sheet: null,
  separator: ';',
  headingRow: 1,
  decimal: 'comma',
  columns: { productCode: '', cost: null, sellingPrice: null, group: null },
  unit: null,
};

function ListLines({ lines }: { lines: ListProposal['lines'] }) {
  const { t } = useTranslation();
  const amount = (value: number | null): string => (value === null ? '–' : formatRupiah(value));
  return (
    <ReadLines
      heads={fields.map((field) => ({
        name: t(`catalogue.adding.fields.${field}`),
        number: field === 'cost' || field === 'sellingPrice',
      }))}
      rows={lines.map(({ text, productCode, cost, sellingPrice, group, reason }) =>
        reason === null
          ? [productCode, amount(cost), amount(sellingPrice), group ?? '–']
          : `${text} (${reason === 'heading' ? t('catalogue.adding.notGoods') : t(`catalogue.failed.why.${reason}`)})`,
      )}
    />
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
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('mapping.columns')}</legend>
      {fields.map((field) => (
        <ColumnSelect
          key={field}
          label={t(`catalogue.adding.fields.${field}`)}
          names={names}
          value={columns[field]}
          onValue={(name) => onColumns({ ...columns, [field]: name })}
          {...(field === 'productCode' ? {} : { none: t('mapping.noColumn') })}
        />
      ))}
    </fieldset>
  );
}

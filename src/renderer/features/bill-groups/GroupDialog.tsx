import { useState } from 'react';
import { z } from 'zod';
import type { BillGroup, MemberProposal } from '../../../shared/contract/bill-groups.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { memberFields, memberText, readMembers } from '../../../shared/domain/bill-group.ts';
import { shownLines } from '../../../shared/domain/column-mapping.ts';
import { groupWords } from '../../../shared/domain/receipt/group-slip.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormDialog } from '../../ui/Dialog.tsx';
import { addMonths } from '../../ui/day-text.ts';
import { ColumnSelect, TextAreaField, TextField } from '../../ui/Field.tsx';
import { useFileReading } from '../../ui/file-reading.ts';
import { useZodForm } from '../../ui/form.ts';
import { LayoutFields, ReadLines } from '../../ui/TableMapping.tsx';
import { ConsentFields } from '../customers/index.ts';

interface Props {
  of: BillGroup | null;
  onSaved: (group: BillGroup) => void;
  onClose: () => void;
}

const GroupForm = z.object({
  name: z.string().trim().min(1).max(80),
  list: z.string().refine((text) => {
    const lines = readMembers(text);
    return lines.length > 0 && lines.every(({ fault }) => fault === null);
  }),
  keepMonths: z.int(),
  consent: z.boolean().refine((agreed) => agreed),
});

/** A group's name and its list, typed, pasted or read from a file: only with its members' consent. */
export function GroupDialog({ of, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const today = wallClock(useNow(), useShopZone()).day;
  const form = useZodForm({
    schema: GroupForm,
    defaults: {
      name: of?.name ?? '',
      list: of?.members.map(memberText).join('\n') ?? '',
      keepMonths: 12,
      consent: false,
    },
    async send({ name, list, keepMonths }) {
      const answer = await call('billGroups.save', {
        ...(of ? { id: of.id } : {}),
        name,
        members: readMembers(list).map(({ line: _line, fault: _fault, ...member }) => member),
        purgeAt: addMonths(today, keepMonths),
        consent: true,
      });
      if (!answer.ok) return answer.error;
      toast('success', t('groups.saved'));
      onSaved(answer.value);
      return null;
    },
  });
  const text = form.watch('list');
  const lines = readMembers(text);
  const faulty = lines.find(({ fault }) => fault !== null);
  const fault = faulty?.fault ? t(`groups.fault.${faulty.fault}`, { line: faulty.line }) : null;
  return (
    <FormDialog
      wide
      title={t(of ? 'groups.change' : 'groups.add')}
      form={form}
      submit={t('common.save')}
      ready={GroupForm.safeParse(form.watch()).success}
      onClose={onClose}
    >
      <TextField bare label={t('groups.name')} maxLength={80} {...form.field('name')} />
      <TextAreaField
        label={t('groups.list', plural(lines.length))}
        hint={t('groups.listHint')}
        // As high as leaves the words that are agreed to in sight.
        className="h-[max(6rem,60vh-21rem)]"
        placeholder="Bu Sri; PLNPOST; 530000000001; Pak RT"
        {...form.field('list')}
        fault={fault}
      />
      <FileMembers
        onTake={(members) => {
          const read = members.map(memberText).join('\n');
          form.setValue('list', text.trim() === '' ? read : `${text.trimEnd()}\n${read}`, { shouldDirty: true });
        }}
        attempt={form.attempt}
      />
      <ConsentFields of="group" keepMonths={form.control('keepMonths')} consent={form.control('consent')} />
    </FormDialog>
  );
}

interface FileProps {
  onTake: (members: MemberProposal['lines']) => void;
  attempt: (run: () => Promise<KonterError | null>) => Promise<void>;
}

/** A file that the person chooses, and how it is read; its lines are taken into the list. */
function FileMembers({ onTake, attempt }: FileProps) {
  const { t } = useTranslation();
  const { columns: words } = groupWords[useLanguage()];
  const [file, setFile] = useState<string | null>(null);
  const { proposal, isReading, look } = useFileReading<MemberProposal>((id, mapping) =>
    call('billGroups.readFile', mapping ? { file: id, mapping } : { file: id }),
  );
  const choose = async (): Promise<KonterError | null> => {
    const answer = await call('billGroups.choose');
    if (!answer.ok) return answer.error;
    if (answer.value.via === 'cancelled' || answer.value.file === null) return null;
    setFile(answer.value.file);
    return look(answer.value.file);
  };
  const change = (mapping: MemberProposal['mapping']): void =>
    void attempt(async () => (file === null ? null : look(file, mapping)));
  const preview = file === null ? null : proposal;
  const lines = preview?.lines ?? [];
  const take = (): void => {
    onTake(lines);
    setFile(null);
  };
  return (
    <section
      aria-label={t('groups.fromFile')}
      className={classes('flex flex-col gap-3', preview && 'rounded-box border border-line p-3')}
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void attempt(choose)}>{t('groups.fromFile')}</Button>
        {preview ? (
          <Button look="primary" disabled={isReading || lines.length === 0} onClick={take}>
            {t('groups.take', plural(lines.length))}
          </Button>
        ) : null}
      </div>
      {preview ? (
        <>
          <ReadLines
            heads={memberFields.map((_, at) => ({ name: words[at] ?? '' }))}
            rows={lines.slice(0, shownLines).map((line) => memberFields.map((field) => line[field]))}
          />
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="mb-2 text-small font-medium text-ink-soft">{t('mapping.columns')}</legend>
            {memberFields.map((field, at) => (
              <ColumnSelect
                key={field}
                label={words[at] ?? ''}
                names={preview.columns}
                value={preview.mapping.columns[field]}
                onValue={(name) =>
                  change({ ...preview.mapping, columns: { ...preview.mapping.columns, [field]: name } })
                }
                {...(field === 'payer' ? { none: t('mapping.noColumn') } : {})}
              />
            ))}
          </fieldset>
          <LayoutFields hasAmounts={false} view={preview} mapping={preview.mapping} onMapping={change} />
        </>
      ) : null}
    </section>
  );
}

import { type KeyboardEvent, useState } from 'react';
import { z } from 'zod';
import type { ProofVerdict } from '../../../shared/contract/proofs.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { maxScannedLength } from '../../../shared/domain/proof.ts';
import { call, useAnswer } from '../../host/call.ts';
import type { Messages } from '../../i18n/id/messages.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { closeScannedProof, showReceipt, useRouter } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import type { Tone } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { ArrowLeftRight, GraduationCap, TriangleAlert, X } from '../../ui/icons.tsx';
import { BookX, CircleHelp, ScanLine, ShieldCheck, ShieldX } from '../../ui/later-icons.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

interface Props {
  onClose: () => void;
  /** was scanned on another screen, and is verified at once */
  scanned?: string;
}

const verify = (text: string) => (text === '' ? nothingScanned : call('proof.verify', { text }));
const nothingScanned = new Promise<never>(() => {});
const schema = z.object({ text: z.string().trim().min(1) });

/** Verifies a printed proof: a scanned or pasted text is read on Enter, one after another. */
export function VerifyDialog({ onClose, scanned = '' }: Props) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState({ text: scanned });
  const answer = useAnswer(verify, wanted.text, wanted)?.answer;
  const form = useZodForm({
    schema,
    defaults: { text: scanned },
    async send({ text }) {
      setWanted({ text: text.slice(0, maxScannedLength) });
      return null;
    },
    done() {
      // The next scan takes the place of this one.
      const field = form.props.ref.current?.querySelector('textarea');
      field?.focus();
      field?.select();
    },
  });
  const onEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.repeat) return;
    event.preventDefault();
    void form.submit();
  };
  const openSale = (id: string): void => {
    onClose();
    showReceipt(id);
  };
  return (
    <FormDialog
      wide
      title={t('proof.title')}
      lead={t('proof.lead')}
      form={form}
      submit={t('proof.check')}
      onClose={onClose}
      leave={{ label: t('proof.close'), run: onClose }}
    >
      <TextAreaField
        label={t('proof.text')}
        hint={t('proof.hint')}
        rows={4}
        maxLength={maxScannedLength}
        onKeyDown={onEnter}
        className="break-all"
        {...form.field('text')}
      />
      <div className="min-h-72">
        {answer?.ok ? (
          <VerdictNotice verdict={answer.value} onOpenSale={openSale} />
        ) : (
          <ErrorNotice error={answer?.error} />
        )}
      </div>
    </FormDialog>
  );
}

interface VerdictNoticeProps {
  verdict: ProofVerdict;
  onOpenSale: (id: string) => void;
}

/** The result of verifying, by shape, word and colour, and the proof's claims. */
function VerdictNotice({ verdict, onOpenSale }: VerdictNoticeProps) {
  const { t } = useTranslation();
  const practising = useStatus((state) => state.status?.mode === 'training');
  const result = foundIn(verdict);
  const { tone, icon } = verdictLook[result];
  const sale = 'sale' in verdict ? verdict.sale : null;
  const later = verdict.verdict === 'genuine' && verdict.snCameLater && sale?.sn ? sale.sn : null;
  return (
    <Notice
      tone={tone}
      icon={icon}
      live="status"
      title={t(`proof.found.${result}`)}
      lines={[
        t(`proof.means.${meaningOf(verdict, practising)}`),
        later === null ? null : t('proof.snCameLater', { sn: later }),
      ]}
    >
      {'claims' in verdict ? <ClaimList verdict={verdict} /> : null}
      {sale ? (
        <div className="pt-2">
          <Button onClick={() => onOpenSale(sale.id)}>{t('proof.openSale')}</Button>
        </div>
      ) : null}
    </Notice>
  );
}

type ProofResult = keyof Messages['proof']['found'];

/** The result in one word. */
function foundIn(verdict: ProofVerdict): ProofResult {
  switch (verdict.verdict) {
    case 'unreadable':
      return verdict.reason;
    case 'genuine':
      return verdict.standing;
    case 'altered':
    case 'training':
    case 'unknown_terminal':
      return verdict.verdict;
  }
}

/** Why, and what to do. */
function meaningOf(verdict: ProofVerdict, practising: boolean): keyof Messages['proof']['means'] {
  if (verdict.verdict === 'genuine' && verdict.standing === 'not_held') {
    if (practising) return 'in_practice';
    return verdict.terminal.own ? 'rolled_back' : 'not_held';
  }
  if (verdict.verdict === 'unknown_terminal' && verdict.sale) return 'unknown_but_held';
  return foundIn(verdict);
}

/** By shape and colour, beside the word. */
const verdictLook: Readonly<Record<ProofResult, { tone: Tone; icon: LucideIcon }>> = {
  stands: { tone: 'success', icon: ShieldCheck },
  disputed: { tone: 'disputed', icon: ArrowLeftRight },
  failed: { tone: 'failed', icon: X },
  unsettled: { tone: 'unknown', icon: TriangleAlert },
  differs: { tone: 'failed', icon: BookX },
  not_held: { tone: 'unknown', icon: BookX },
  altered: { tone: 'failed', icon: ShieldX },
  unknown_terminal: { tone: 'unknown', icon: CircleHelp },
  training: { tone: 'failed', icon: GraduationCap },
  not_a_proof: { tone: 'quiet', icon: CircleHelp },
  damaged: { tone: 'quiet', icon: ScanLine },
  newer: { tone: 'quiet', icon: CircleHelp },
};

/** A proof's claims, to compare with the paper. */
function ClaimList({ verdict }: { verdict: Exclude<ProofVerdict, { verdict: 'unreadable' }> }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { receiptNo, total, at, sn, snIs, head } = verdict.claims;
  const rows: [string, string, boolean][] = [
    [t('proof.field.receiptNo'), receiptNo, true],
    [t('proof.field.total'), total === null ? t('proof.noTotal') : formatRupiah(total), false],
    [t('proof.field.at'), dateTimeText(at, zone), false],
    [t('proof.field.sn'), snIs === 'digest' ? t('proof.snDigest') : (sn ?? t('proof.snLater')), true],
    ...terminalRow(verdict, t('proof.thisCounter')).map((text): [string, string, boolean] => [
      t('proof.field.terminal'),
      text,
      false,
    ]),
    [t('proof.field.head'), String(head.seq), false],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-ink">
      {rows.map(([label, value, code]) => (
        <div key={label} className="contents">
          <dt className="text-small leading-6">{label}</dt>
          <dd className={code ? 'font-mono font-semibold break-all select-text' : 'font-semibold break-words'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function terminalRow(verdict: Exclude<ProofVerdict, { verdict: 'unreadable' }>, ownName: string): string[] {
  if (verdict.verdict === 'training') return [];
  if (verdict.verdict === 'unknown_terminal') return [verdict.id];
  const { id, name, own } = verdict.terminal;
  return [`${own ? ownName : name} · ${id}`];
}

/** Verifies a proof that was scanned into the entry field. */
export default function ScannedProof() {
  const text = useRouter((state) => state.scannedProof);
  return text === null ? null : <VerifyDialog key={text} scanned={text} onClose={closeScannedProof} />;
}

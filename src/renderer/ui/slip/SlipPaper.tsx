import type { ReceiptBlock, ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { breakNumber } from '../../../shared/domain/receipt/layout.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { classes } from '../classes.ts';
import { PanelRightClose } from '../later-icons.tsx';
import { QrCode } from '../QrCode.tsx';

/** Letters of a serial number in one line of the narrowest slip on screen. */
const snColumns = 20;

/** A slip as white paper, in light and dark themes alike. */
export function SlipPaper({ doc, faint = false }: { doc: ReceiptDoc; faint?: boolean }) {
  return (
    <article
      lang={doc.language}
      className={classes(
        'mx-auto w-full max-w-80 border border-paper-edge bg-paper px-5 py-6 text-small text-paper-ink',
        faint && 'border-dashed',
      )}
    >
      {doc.blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a slip is drawn again as a whole; its blocks have no other name
        <Block key={at} block={block} />
      ))}
    </article>
  );
}

function Block({ block }: { block: ReceiptBlock }) {
  switch (block.type) {
    case 'title':
      return <p className="text-center text-large font-bold text-balance break-words">{block.text}</p>;
    case 'centred':
      return (
        <p className={classes('text-center text-balance break-words', block.strong && 'font-bold')}>{block.text}</p>
      );
    case 'pair':
      return <Row label={block.label} value={block.value} />;
    case 'amount':
      return <Row label={block.label} value={block.value} strong={block.strong} largest={block.largest} money />;
    case 'sn':
      if (!block.token && block.groups.length === 1)
        return <SerialNumber label={block.label} sn={block.groups[0] ?? ''} />;
      return (
        <div className="py-1 text-center">
          <p className="font-medium">{block.label}</p>
          <p className={classes('font-mono font-bold', block.token ? 'text-title leading-9' : 'text-large')}>
            {block.groups
              .flatMap((group) => breakNumber(group, snColumns))
              .map((group, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- groups of digits may repeat
                <span key={at} className={block.groups.length > 1 ? 'mx-1 inline-block' : 'block'}>
                  {group}
                </span>
              ))}
          </p>
        </div>
      );
    case 'notice':
      return (
        <p className="border-2 border-paper-ink px-2 py-1 text-center text-body font-bold whitespace-pre-line">
          {block.text}
        </p>
      );
    case 'paragraph':
      return <p className="break-words">{block.text}</p>;
    case 'qr':
      return (
        <figure>
          <QrCode text={block.text} />
          {block.caption === undefined ? null : (
            <figcaption className="text-center text-balance">{block.caption}</figcaption>
          )}
        </figure>
      );
    case 'gap':
      return <div className="h-4" />;
  }
}

/** Beside its label where both fit, else below it. */
function SerialNumber({ label, sn }: { label: string; sn: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <span>{label}</span>
      <span className="ml-auto font-mono font-bold">
        {breakNumber(sn, snColumns).map((piece, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts of a number may repeat
          <span key={at} className="block">
            {piece}
          </span>
        ))}
      </span>
    </div>
  );
}

interface RowProps {
  label: string;
  value: string;
  strong?: boolean;
  largest?: boolean | undefined;
  money?: boolean;
}

/** Beside its label where both fit, else below it, as on paper; nothing hangs out of it. */
function Row({ label, value, strong = false, largest = false, money = false }: RowProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-baseline justify-between gap-x-3',
        strong && 'py-1 text-large font-bold',
        largest && 'text-title',
      )}
    >
      <span className="max-w-full break-words">{label}</span>
      <span
        className={classes('ml-auto max-w-full text-right break-words', !money && 'font-medium', strong && 'font-bold')}
      >
        {value}
      </span>
    </div>
  );
}

/** The right-hand side: the cashier sees the customer’s slip. @param onFold where it may be folded away */
export function SlipPane({ doc, draft, onFold }: { doc: ReceiptDoc; draft: boolean; onFold: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('slip.label')}
      tabIndex={0}
      className="h-full w-84 shrink-0 zoomed:w-auto zoomed:border-t zoomed:border-l-0 2xl:w-96 overflow-y-auto border-l border-line bg-sunken p-4"
    >
      {onFold === null ? (
        <p className="pb-2 text-center text-small text-ink-soft">{draft ? t('slip.draft') : t('slip.label')}</p>
      ) : (
        <button
          type="button"
          aria-expanded
          onMouseDown={(event) => event.preventDefault()}
          onClick={onFold}
          className="-mt-4 mb-1 flex min-h-11 w-full items-center justify-center gap-2 text-small text-ink-soft hover:text-ink"
        >
          {draft ? t('slip.draft') : t('slip.label')}
          <PanelRightClose aria-hidden="true" className="size-5" />
        </button>
      )}
      <SlipPaper doc={doc} faint={draft} />
    </aside>
  );
}

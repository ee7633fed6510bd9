import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { type Logo, logoOf, logoPicture, logoSize } from './logo-bits.ts';

interface Props {
  logo: Logo | null;
  columns: number;
  onLogo: (logo: Logo | null) => void;
}

/** The shop's logo, seen here as the printer will burn it: black or not. */
export function LogoField({ logo, columns, onLogo }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [bad, setBad] = useState(false);
  const read = async (picked: File): Promise<void> => {
    const made = await logoFromFile(picked, columns).catch(() => null);
    setBad(made === null);
    if (made !== null) onLogo(made);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-soft">
        {t('printers.form.logo')}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          id={id}
          label={t('printers.form.logoPick')}
          accept="image/png,image/jpeg"
          onFile={(picked) => void read(picked)}
        />
        {logo ? <Button onClick={() => onLogo(null)}>{t('printers.form.logoRemove')}</Button> : null}
      </div>
      <p className={bad ? 'text-small font-medium text-failed' : 'text-small text-ink-soft'}>
        {t(bad ? 'printers.form.logoBad' : 'printers.form.logoHint')}
      </p>
      {logo ? <LogoShown logo={logo} /> : null}
    </div>
  );
}

function LogoShown({ logo }: { logo: Logo }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    pen?.putImageData(new ImageData(logoPicture(logo), logo.width, logo.height), 0, 0);
  }, [logo]);
  return (
    <figure className="flex flex-col gap-1">
      <canvas
        ref={canvas}
        width={logo.width}
        height={logo.height}
        className="max-h-40 max-w-full self-start border border-paper-edge"
      />
      <figcaption className="text-small text-ink-soft">{t('printers.form.logoShown')}</figcaption>
    </figure>
  );
}

async function logoFromFile(picked: File, columns: number): Promise<Logo | null> {
  const picture = await createImageBitmap(picked);
  const { width, height } = logoSize(picture.width, picture.height, columns);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.drawImage(picture, 0, 0, width, height);
  return logoOf(pen.getImageData(0, 0, width, height).data, width, height);
}

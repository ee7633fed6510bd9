import { useTranslation } from '../../../src/renderer/i18n/translation.ts';
import { Button, Kbd } from '../../../src/renderer/ui/Button.tsx';
import { Printer } from '../../../src/renderer/ui/later-icons.tsx';
import { Row } from './Row.tsx';

const looks = ['primary', 'plain', 'danger', 'quiet'] as const;

export function ActionsPart() {
  const { t } = useTranslation();
  return (
    <>
      {looks.map((look) => (
        <Row key={look} name={look}>
          <Button look={look}>{t('common.close')}</Button>
          <Button look={look} hotkey="Enter">
            {t('common.close')}
          </Button>
          <Button look={look} icon={Printer}>
            {t('common.close')}
          </Button>
          <Button look={look} large>
            {t('common.close')}
          </Button>
          <Button look={look} disabled>
            {t('common.close')}
          </Button>
        </Row>
      ))}
      <Row name="kbd">
        <Kbd>F1</Kbd>
        <Kbd>Enter</Kbd>
        <Kbd>Esc</Kbd>
        <Kbd>?</Kbd>
      </Row>
    </>
  );
}

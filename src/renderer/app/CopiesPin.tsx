import { answerPin, stopAsking, useAskSupervisor } from '../features/prints/index.ts';
import { SupervisorPinForm } from '../features/staff/index.ts';
import { plural } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { usePeople } from '../state/people.ts';
import { useSettings } from '../state/settings.ts';
import { Dialog } from '../ui/Dialog.tsx';

/** Asks the supervisor for one copy more than the owner allows. */
export function CopiesPin() {
  const { t } = useTranslation();
  const asking = useAskSupervisor((state) => state.asking);
  const limit = useSettings((state) => state.view?.settings.copiesLimit ?? 0);
  const asksReason = usePeople(({ state }) => state?.exist ?? false);
  if (asking === null) return null;
  const form = { go: t('printing.pin.print'), error: asking.error, onPin: answerPin, onClose: stopAsking };
  return (
    <Dialog title={t('printing.pin.title')} lead={t('printing.pin.lead', plural(limit))} onClose={stopAsking}>
      {(settled) => <SupervisorPinForm settled={settled} asksReason={asksReason} {...form} />}
    </Dialog>
  );
}

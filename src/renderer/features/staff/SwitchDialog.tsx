import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lockNow, showPersonSwitch, usePeople } from '../../state/people.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { SignInForm } from './SignIn.tsx';

/** Changes the person at the counter; a customer's entry stays. Its key, pressed again, locks the counter. */
export default function SwitchDialog() {
  const { t } = useTranslation();
  const state = usePeople((people) => people.state);
  const present = state?.present;
  if (!state || !present) return null;
  const here = t('people.switch.here', { name: present.name, role: t(`people.role.${present.role}`) });
  const other = state.people.find(({ id }) => id !== present.id) ?? present;
  return (
    <Dialog wide title={t('people.switch.title')} lead={here} onClose={() => showPersonSwitch(false)}>
      {(settled) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for one key
        <div
          className="flex min-h-0 flex-col gap-4"
          onKeyDown={(event) => {
            if (event.key !== 'F12' || event.repeat) return;
            event.preventDefault();
            void lockNow();
          }}
        >
          <SignInForm state={state} first={other.id} ready={settled} />
          <DialogFooter>
            <Button hotkey="Esc" onClick={() => showPersonSwitch(false)}>
              {t('common.cancel')}
            </Button>
            <Button icon={LockKeyhole} hotkey="F12" onClick={() => void lockNow()}>
              {t('people.switch.lock')}
            </Button>
          </DialogFooter>
        </div>
      )}
    </Dialog>
  );
}

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  discardForms,
  leaveForms,
  leaveIfSaved,
  navigate,
  showReceipt,
  showSettings,
  stayWithForms,
  useRouter,
  useUnsaved,
} from '../../../../src/renderer/state/router.ts';

describe('what is typed and not saved', () => {
  function typing(): void {
    useRouter.setState({ route: 'settings', settingsSection: null });
    useUnsaved.setState({ forms: new Set(['shop']), leaving: null });
    onTestFinished(() => useUnsaved.setState({ forms: new Set(), leaving: null }));
  }

  it('is left at once where nothing is typed', () => {
    const leave = vi.fn<() => void>();
    leaveForms(leave);
    expect(leave).toHaveBeenCalledOnce();
  });

  it.each([
    ['another screen', () => navigate('sell')],
    ['a sale', () => showReceipt('s1')],
    ['another section', () => showSettings('printers')],
  ])('stays until a person agrees that it is lost: %s', (_what, leave) => {
    typing();
    leave();
    expect(useRouter.getState()).toMatchObject({ route: 'settings', settingsSection: null });
    expect(useUnsaved.getState().leaving).not.toBeNull();
    stayWithForms();
    expect(useUnsaved.getState()).toMatchObject({ leaving: null, forms: new Set(['shop']) });
    leave();
    discardForms();
    const { route, settingsSection } = useRouter.getState();
    expect([route, settingsSection]).not.toEqual(['settings', null]);
  });

  it('asks only until it is saved, and leaves then', () => {
    typing();
    const leave = vi.fn<() => void>();
    leaveForms(leave);
    leaveIfSaved();
    expect(leave).not.toHaveBeenCalled();
    useUnsaved.setState({ forms: new Set() });
    leaveIfSaved();
    expect(leave).toHaveBeenCalledOnce();
    expect(useUnsaved.getState().leaving).toBeNull();
  });
});

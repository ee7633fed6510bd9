import { expect, it, onTestFinished, vi } from 'vitest';
import { choose } from '../../../../src/renderer/features/settings/settings-form.ts';
import { followTheme, refreshSettings, useSettings } from '../../../../src/renderer/state/settings.ts';
import { fakeApp } from '../../../support/fake-app.ts';

it('a chosen theme shows at once, and stays as main has saved it', async () => {
  const dataset: Record<string, string> = {};
  const { handlers } = fakeApp();
  const save = vi.fn<(typeof handlers)['settings.save']>(handlers['settings.save']);
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    konter: { settings: { get: handlers['settings.get'], save } },
  });
  onTestFinished(() => {
    useSettings.setState({ view: null, error: null });
    vi.unstubAllGlobals();
  });
  await refreshSettings();
  followTheme();
  expect(dataset['theme']).toBe('light');
  for (const theme of ['contrast', 'dark', 'light'] as const) {
    const choosing = choose({ theme });
    expect(dataset['theme']).toBe(theme);
    await choosing;
    expect(dataset['theme']).toBe(theme);
  }
  expect(save).toHaveBeenCalledTimes(3);
});

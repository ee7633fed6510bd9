import { describe, expect, it, vi } from 'vitest';
import {
  activeBindings,
  type Binding,
  createScannerDetector,
  dialogSettles,
  type FocusKind,
  groupedBindings,
  hasSettled,
  type KeyLayer,
  match,
} from '../../../../src/renderer/state/keys.ts';

const key = (name: string, label = name): Binding => ({ key: name, label, run: vi.fn<() => void>() });
const press = (name: string, more = {}) => ({ key: name, repeat: false, modified: false, ...more });
const layer = (modal: boolean, ...bindings: Binding[]): KeyLayer => ({ modal, bindings });

describe('keys of the counter', () => {
  const frame = layer(false, key('F1'), key('?'), key('Enter', 'frame'));
  const screen = layer(false, key('Enter', 'screen'), key('F8'));

  it('gives a key to the layer that came last', () => {
    expect(match([frame, screen], press('Enter'), 'none')?.label).toBe('screen');
  });

  it('puts the screen before the frame, also when the frame came later', () => {
    const around: KeyLayer = { ...frame, frame: true };
    expect(match([screen, around], press('Enter'), 'none')?.label).toBe('screen');
    expect(activeBindings([screen, around]).map((binding) => binding.key)).toEqual(['Enter', 'F8', 'F1', '?']);
  });

  it('lists the keys by what they are for: the screen, other screens, everywhere', () => {
    const around: KeyLayer = { ...frame, frame: true };
    const groups = groupedBindings([around, screen]).map(([group, keys]) => [group, keys.map(({ key }) => key)]);
    expect(groups).toEqual([
      ['screen', ['Enter', 'F8']],
      ['places', ['F1']],
      ['everywhere', ['?']],
    ]);
  });

  it('hides every key below a dialog, also of layers that come after it', () => {
    expect(activeBindings([frame, layer(true, key('F2')), screen]).map((binding) => binding.key)).toEqual(['F2']);
  });

  it('means nothing while a key is held down or with Ctrl, Alt or Meta', () => {
    expect(match([screen], press('Enter', { repeat: true }), 'none')).toBeNull();
    expect(match([screen], press('F8', { modified: true }), 'none')).toBeNull();
  });

  it('lists a key that the field with the caret handles by itself, and never takes it from it', () => {
    const listed: KeyLayer = { modal: false, bindings: [{ key: 'Backspace', label: 'back', run: null }] };
    expect(activeBindings([listed])).toHaveLength(1);
    expect(match([listed], press('Backspace'), 'digits')).toBeNull();
  });

  it('leaves Enter to the field or button that has the focus', () => {
    for (const focus of ['digits', 'text', 'control'] as const) {
      expect(match([screen], press('Enter'), focus)).toBeNull();
    }
  });

  it('takes "?" from a field of digits but not from a field of words', () => {
    expect(match([frame], press('?'), 'digits')?.key).toBe('?');
    expect(match([frame], press('?'), 'text')).toBeNull();
    expect(match([frame], press('F1'), 'text')?.key).toBe('F1');
  });

  it('takes no press for meant before a dialog has been in sight for its time', () => {
    expect(hasSettled(1000, 1000 + dialogSettles - 1, dialogSettles)).toBe(false);
    expect(hasSettled(1000, 1000 + dialogSettles, dialogSettles)).toBe(true);
  });
});

describe('an Enter at the end of a scan', () => {
  const scan = (...strays: Array<[string, number, FocusKind?]>) => {
    const scans = createScannerDetector();
    for (const [name, at, focus = 'none'] of strays) scans.stray({ key: name, modified: false, focus, at });
    return (focus: FocusKind, at: number) => scans.ends({ key: 'Enter', modified: false, focus, at });
  };

  it('is nobody’s where no field took what was scanned, on a button too', () => {
    const ends = scan(['8', 1000], ['9', 1010]);
    expect(ends('none', 1020)).toBe(true);
    expect(ends('control', 1020)).toBe(true);
    expect(ends('none', 1500)).toBe(false);
  });

  it('belongs to the field that took it', () => {
    expect(scan(['8', 1000])('digits', 1010)).toBe(false);
    expect(scan(['8', 1000, 'text'])('none', 1010)).toBe(false);
    expect(scan(['ArrowDown', 1000])('none', 1010)).toBe(false);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';

interface Frame {
  loads: () => void;
  isHere: () => boolean;
}

/** As much of a page as printing needs: frames that load when the test says so, unless they were removed. */
function stubPage(printed: string[]): Frame[] {
  const frames: Frame[] = [];
  const iframe = () => {
    let [onLoad, here] = [() => {}, false];
    const own = {
      src: '',
      style: { setProperty: () => {} },
      setAttribute: () => {},
      addEventListener: (_name: string, listener: () => void) => void (onLoad = listener),
      remove: () => void (here = false),
      append: () => void (here = true),
      contentWindow: {
        get location() {
          return { pathname: own.src };
        },
        document: { querySelector: () => null, styleSheets: [] },
        addEventListener: () => {},
        print: () => printed.push(own.src),
      },
    };
    frames.push({ loads: () => (here ? onLoad() : undefined), isHere: () => here });
    return own;
  };
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('document', {
    createElement: iframe,
    body: { append: (own: ReturnType<typeof iframe>) => own.append() },
  });
  return frames;
}

describe('printing in the page', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('prints each of several slips that are asked for before the first is loaded', async () => {
    const printed: string[] = [];
    const frames = stubPage(printed);
    const { printPage } = await import('../../../../../src/main/hosts/browser/page/files.ts');
    for (const url of ['/print/a', '/print/b']) printPage({ via: 'page', url });
    for (const { loads } of frames) loads();
    expect(printed).toEqual(['/print/a', '/print/b']);
    expect(frames.map(({ isHere }) => isHere())).toEqual([false, true]);
  });
});

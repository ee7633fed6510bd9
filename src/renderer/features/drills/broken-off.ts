/** A drill lives in the page: one that is loaded anew has lost it, and says so. */
const key = 'konter.drill';

export const noteDrill = (): void => globalThis.window?.sessionStorage.setItem(key, 'running');
export const forgetDrill = (): void => globalThis.window?.sessionStorage.removeItem(key);

/** Once after the page was loaded: whether it broke a drill off. */
export function wasBrokenOff(): boolean {
  const running = globalThis.window?.sessionStorage.getItem(key) === 'running';
  forgetDrill();
  return running;
}

/** ISO 8601 UTC of a time in milliseconds. What arrives in one millisecond is written once. */
export function momentWriter(): (ms: number) => string {
  let last = Number.NaN;
  let text = '';
  return (ms) => {
    if (ms !== last) {
      text = new Date(ms).toISOString();
      last = ms;
    }
    return text;
  };
}

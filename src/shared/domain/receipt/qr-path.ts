/** The dark squares of a QR code as one SVG path, a run of them at a time: no hairlines between neighbours on paper. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules.map((row, y) => rowPath(row, y)).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
  }
  return path;
}

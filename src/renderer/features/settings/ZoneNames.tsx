/** The three zones of Indonesia, to choose from; any other name may be typed. */
export function ZoneNames({ id }: { id: string }) {
  return (
    <datalist id={id}>
      <option value="Asia/Jakarta">WIB</option>
      <option value="Asia/Makassar">WITA</option>
      <option value="Asia/Jayapura">WIT</option>
    </datalist>
  );
}

/** Shown where a browser is not signed in, in both languages of the counter, because no setting can be read yet. */
export const signedOutPage = `<!doctype html>
<html lang="id">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Konter</title>
<style>
:root { color-scheme: light dark; }
body { font: 18px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; }
code { font-size: 0.9em; }
</style>
<h1>Halaman ini belum masuk</h1>
<p>Alamat pembuka Konter hanya berlaku satu kali. Hentikan Konter lalu jalankan lagi (<code>npm start</code>), dan buka alamat baru yang ditampilkannya.</p>
<p lang="en">This page is not signed in. The address that opens Konter works once. Stop Konter, start it again (<code>npm start</code>), and open the new address it shows.</p>
</html>
`;

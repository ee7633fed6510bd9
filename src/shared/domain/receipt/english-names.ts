/** Words that providers write in Indonesian, for who reads English. Only these are translated: everything else stays as it came. */

const categories = new Map(
  Object.entries({
    pulsa: 'Phone credit',
    'paket data': 'Data package',
    'paket internet': 'Data package',
    'paket sms & telpon': 'Calls and texts',
    'masa aktif': 'Validity',
    token: 'Electricity token',
    'token listrik': 'Electricity token',
    'token pln': 'Electricity token',
    'tagihan listrik': 'Electricity bill',
    'tagihan air': 'Water bill',
    'tagihan internet': 'Internet bill',
    tagihan: 'Bill',
    pascabayar: 'Postpaid',
  }),
);

const months = new Map(
  Object.entries({
    mei: 'May',
    agu: 'Aug',
    agt: 'Aug',
    ags: 'Aug',
    okt: 'Oct',
    des: 'Dec',
    januari: 'January',
    februari: 'February',
    maret: 'March',
    juni: 'June',
    juli: 'July',
    agustus: 'August',
    oktober: 'October',
    desember: 'December',
  }),
);

/** The category of a product. */
export const englishCategory = (category: string): string => categories.get(category.trim().toLowerCase()) ?? category;

/** The period of a bill, "Okt 2026": its months, in the capitals that they have. */
export const englishPeriod = (period: string): string =>
  period.replaceAll(/\p{L}+/gu, (word) => {
    const month = months.get(word.toLowerCase());
    return month === undefined ? word : word === word.toUpperCase() ? month.toUpperCase() : month;
  });

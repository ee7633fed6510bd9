/** Sharp on a phone, small enough for a chat. */
const scale = 3;
const margin = 12;

/**
 * Draws the slip under that address as a picture and hands it to the browser's downloads. False where the browser does not draw
 * it or the slip is gone.
 */
export async function savePicture(address: string, name: string): Promise<boolean> {
  const frame = await load(address);
  try {
    const page = frame.contentDocument;
    const slip = page?.querySelector('main');
    if (!page || !slip) return false;
    const { width, height } = slip.getBoundingClientRect();
    const picture = await draw(page, Math.ceil(width) + 2 * margin, Math.ceil(height));
    if (!picture) return false;
    hand(picture, name);
    return true;
  } catch {
    return false;
  } finally {
    frame.remove();
  }
}

/** The slip's page in a frame that nobody sees, laid out as wide as a sheet. */
function load(address: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.title = 'struk';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  for (const [name, value] of [
    ['position', 'fixed'],
    ['inset', '0 auto auto -10000px'],
    ['width', '800px'],
    ['visibility', 'hidden'],
  ] as const) {
    frame.style.setProperty(name, value);
  }
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    frame.src = address;
    document.body.append(frame);
  });
}

/** A page is drawn as a picture by way of an SVG that holds it. */
async function draw(page: Document, width: number, height: number): Promise<Blob | null> {
  const html = new XMLSerializer().serializeToString(page.documentElement);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function hand(picture: Blob, name: string): void {
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, or never will.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

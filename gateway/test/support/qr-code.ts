import jsQr from 'jsqr';
import { PNG } from 'pngjs';

type ReadQr = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

// The package is CommonJS, but its types describe an ES module; the import is what it exports.
const readQr = jsQr as unknown as ReadQr;

/** Returns the text in a QR code's data URI, as a phone's camera reads it; undefined: it is unreadable. */
export function scannedText(dataUri: string): string | undefined {
	const png = PNG.sync.read(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));
	return readQr(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

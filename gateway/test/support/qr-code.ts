import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** What a phone's camera reads from a QR code, given as a data URI of a base64 PNG. */
export function scanned(qrCode: string): string {
	const image = PNG.sync.read(Buffer.from(qrCode.slice(qrCode.indexOf(',') + 1), 'base64'));
	const read = jsQR.default(new Uint8ClampedArray(image.data), image.width, image.height);
	if (read === null) throw new Error('There is no QR code to be read.');
	return read.data;
}

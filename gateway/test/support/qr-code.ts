import jsQr from 'jsqr';
import { PNG } from 'pngjs';

type ReadQr = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

// The package is CommonJS whose types describe an ES module; what is imported is what it exports.
const readQr = jsQr as unknown as ReadQr;

/** The text in a QR code's data URI, as a phone's camera would read it. */
export function scannedText(dataUri: string): string | undefined {
	const png = PNG.sync.read(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));
	return readQr(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

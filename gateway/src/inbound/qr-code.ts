import { toDataURL } from 'qrcode';

/** A QR code a phone's camera can scan, as a data URI of a base64 PNG (specification, Instance status). */
export function renderQrCode(text: string): Promise<string> {
	return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}

import { toDataURL } from 'qrcode';

/** Renders a QR code for a phone's camera as a data URI of a base64 PNG (specification, Instance status). */
export function renderQrCode(text: string): Promise<string> {
	return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}

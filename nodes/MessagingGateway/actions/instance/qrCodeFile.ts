import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/**
 * Converts the gateway's `data:image/png;base64,...` URI of a QR code to a PNG file. Returns undefined when there is
 * no code to scan.
 */
export async function qrCodeFile(
	context: IExecuteFunctions,
	dataUri: string | null | undefined,
	instanceId: string,
): Promise<IBinaryData | undefined> {
	const base64 = /^data:image\/png;base64,(.+)$/.exec(dataUri ?? '')?.[1];
	if (base64 === undefined) return undefined;
	const image = Buffer.from(base64, 'base64');
	return await context.helpers.prepareBinaryData(image, `qr-code-${instanceId}.png`, 'image/png');
}

import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { extensionOf } from '../../../media/formats/formats.ts';
import type { MediaFile } from '../../network-message.ts';

/** Creates the body of a POST to /media. The file is read while the request is sent. */
export async function uploadForm({ path, mimeType, filename }: MediaFile): Promise<FormData> {
	const form = new FormData();
	form.append('messaging_product', 'whatsapp');
	form.append('type', mimeType);
	const name = filename ?? `file.${extensionOf(mimeType)}`;
	form.append('file', await openAsBlob(path, { type: mimeType }), name);
	return form;
}

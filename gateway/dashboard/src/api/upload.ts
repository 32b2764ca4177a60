import { ApiError, toApiError } from './api-error.ts';
import { gatewayUrl } from './gateway-url.ts';
import { uploadFile } from './messages.ts';
import { csrfToken } from './sign-in/session.ts';
import { timedOut, UPLOAD_TIMEOUT } from './time-limit.ts';
import type { Data, Upload } from './types.ts';

/** Files below this size, in bytes, are uploaded before the reader could see a progress. */
const SMALL = 64 * 1024;

/** Uploads a file and reports how much of it is sent, 0 to 1, which fetch does not report. Throws ApiError. */
export async function uploadWithProgress(
	file: File,
	onProgress: (progress: number) => void,
): Promise<Upload> {
	onProgress(0);
	if (file.size < SMALL) return uploadFile(file);
	const { status, body } = await post(file, onProgress);
	if (status === 201) return (body as Data<Upload>).data;
	// An error that a request of the page repairs, such as a session that another tab has renewed.
	if (status === 401 || status === 403) return uploadFile(file);
	const { code = 'internal_error', message = 'The file could not be uploaded.' } = errorIn(body);
	throw new ApiError(status, code, message);
}

function post(
	file: File,
	onProgress: (progress: number) => void,
): Promise<{ status: number; body: unknown }> {
	const form = new FormData();
	form.set('file', file);
	return new Promise((resolve, reject) => {
		const sent = new XMLHttpRequest();
		sent.open('POST', gatewayUrl('/v1/media'));
		sent.responseType = 'json';
		sent.timeout = UPLOAD_TIMEOUT;
		const token = csrfToken();
		if (token !== null) sent.setRequestHeader('X-CSRF-Token', token);
		sent.upload.onprogress = ({ loaded, total }) => {
			onProgress(total === 0 ? 0 : loaded / total);
		};
		sent.onload = () => {
			resolve({ status: sent.status, body: sent.response as unknown });
		};
		sent.onerror = () => {
			reject(toApiError(null));
		};
		sent.ontimeout = () => {
			// A file that was uploaded twice harms nobody.
			reject(timedOut(true));
		};
		sent.send(form);
	});
}

function errorIn(body: unknown): { code?: string; message?: string } {
	return (body as { error?: { code?: string; message?: string } } | null)?.error ?? {};
}

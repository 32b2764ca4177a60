import { createHash } from 'node:crypto';

/** Returns the fields of a multipart/form-data body, with name, type, size and hash in place of a file. */
export function formFields(bytes: Buffer, contentType: string): Record<string, unknown> {
	const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? '';
	const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1);
	const fields: Record<string, unknown> = {};
	for (const part of parts) {
		const end = part.indexOf('\r\n\r\n');
		const head = part.slice(0, end);
		const content = Buffer.from(part.slice(end + 4, -2), 'latin1');
		const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '';
		const filename = /filename="([^"]*)"/.exec(head)?.[1];
		if (filename === undefined) {
			fields[name] = content.toString();
			continue;
		}
		fields[name] = {
			name: Buffer.from(filename, 'latin1').toString(),
			type: /^content-type: *(\S+)/im.exec(head)?.[1] ?? '',
			size: content.length,
			sha256: createHash('sha256').update(content).digest('hex'),
		};
	}
	return fields;
}

/** The parts of a mail that the tests check. */
export type Mail = { subject: string; html: string; files: MailedFile[] };

export type MailedFile = { name: string; type: string; bytes: Buffer };

type Part = { headers: Map<string, string>; body: string };

/** Parses a mail (RFC 5322 and MIME) whose bytes were decoded as Latin-1. */
export function parseMail(text: string): Mail {
	const mail = parsePart(text);
	const leaves = listLeafParts(mail);
	const html = leaves.find((part) => getContentType(part) === 'text/html');
	const files = leaves.filter((part) => part.headers.has('content-disposition'));
	return {
		subject: decodeHeader(mail.headers.get('subject') ?? ''),
		html: html ? decodeBody(html).toString('utf8') : '',
		files: files.map((part) => ({
			name: /filename="?([^";]+)/.exec(part.headers.get('content-disposition') ?? '')?.[1] ?? '',
			type: getContentType(part),
			bytes: decodeBody(part),
		})),
	};
}

function parsePart(text: string): Part {
	const end = text.indexOf('\r\n\r\n');
	// A header continues in the next line when that starts with a space.
	const lines = text
		.slice(0, end)
		.replaceAll(/\r\n[ \t]+/g, ' ')
		.split('\r\n');
	const headers = lines.map((line): [string, string] => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
	});
	return { headers: new Map(headers), body: text.slice(end + 4) };
}

function listLeafParts(part: Part): Part[] {
	const boundary = /boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '')?.[1];
	if (boundary === undefined) return [part];
	return part.body
		.split(`--${boundary}`)
		.slice(1, -1)
		.flatMap((inside) => listLeafParts(parsePart(inside.replace(/^\r\n/, ''))));
}

function getContentType(part: Part): string {
	return (part.headers.get('content-type') ?? 'text/plain').split(';', 1)[0] ?? '';
}

function decodeBody({ headers, body }: Part): Buffer {
	const encoding = headers.get('content-transfer-encoding');
	if (encoding === 'base64') return Buffer.from(body, 'base64');
	if (encoding === 'quoted-printable') return decodeQuotedPrintable(body.replaceAll('=\r\n', ''));
	return Buffer.from(body, 'latin1');
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeHeader(text: string): string {
	return text
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
			(encoding.toUpperCase() === 'B'
				? Buffer.from(word, 'base64')
				: decodeQuotedPrintable(word.replaceAll('_', ' '))
			).toString('utf8'),
		);
}

function decodeQuotedPrintable(text: string): Buffer {
	const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
	return Buffer.from(text.replaceAll(/=([0-9A-F]{2})/g, byte), 'latin1');
}

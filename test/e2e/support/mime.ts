/** A mail, as far as the tests look at it. */
export type Mail = { subject: string; html: string; files: MailedFile[] };

export type MailedFile = { name: string; type: string; bytes: Buffer };

type Part = { headers: Map<string, string>; body: string };

/** Reads a mail as it travels (RFC 5322 and MIME), with the text of its bytes taken for Latin-1. */
export function parseMail(text: string): Mail {
	const mail = partOf(text);
	const leaves = leavesOf(mail);
	const html = leaves.find((part) => typeOf(part) === 'text/html');
	const files = leaves.filter((part) => part.headers.has('content-disposition'));
	return {
		subject: wordsOf(mail.headers.get('subject') ?? ''),
		html: html ? bytesOf(html).toString('utf8') : '',
		files: files.map((part) => ({
			name: /filename="?([^";]+)/.exec(part.headers.get('content-disposition') ?? '')?.[1] ?? '',
			type: typeOf(part),
			bytes: bytesOf(part),
		})),
	};
}

function partOf(text: string): Part {
	const end = text.indexOf('\r\n\r\n');
	// A header goes on in the next line when that begins with a space.
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

function leavesOf(part: Part): Part[] {
	const boundary = /boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '')?.[1];
	if (boundary === undefined) return [part];
	return part.body
		.split(`--${boundary}`)
		.slice(1, -1)
		.flatMap((inside) => leavesOf(partOf(inside.replace(/^\r\n/, ''))));
}

function typeOf(part: Part): string {
	return (part.headers.get('content-type') ?? 'text/plain').split(';', 1)[0] ?? '';
}

function bytesOf({ headers, body }: Part): Buffer {
	const encoding = headers.get('content-transfer-encoding');
	if (encoding === 'base64') return Buffer.from(body, 'base64');
	if (encoding === 'quoted-printable') return unquoted(body.replaceAll('=\r\n', ''));
	return Buffer.from(body, 'latin1');
}

/** A header's text, of which words that are more than plain letters are encoded (RFC 2047). */
function wordsOf(text: string): string {
	return text
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
			(encoding.toUpperCase() === 'B'
				? Buffer.from(word, 'base64')
				: unquoted(word.replaceAll('_', ' '))
			).toString('utf8'),
		);
}

function unquoted(text: string): Buffer {
	const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
	return Buffer.from(text.replaceAll(/=([0-9A-F]{2})/g, byte), 'latin1');
}

/** Returns the encodings in which a content holds a secret: as text, URL-encoded, in hexadecimal digits, base64. */
export function tracesOf(secret: string, content: Buffer): string[] {
	return encodingsOf(secret)
		.filter(([, needle]) => needle.length > 0 && content.includes(needle))
		.map(([encoding]) => encoding);
}

function encodingsOf(secret: string): (readonly [string, string | Buffer])[] {
	const bytes = Buffer.from(secret);
	// A file may also contain a base64 secret as decoded bytes.
	const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const isBase64 = decoded.length >= 24 && /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(secret);
	return [
		['text', secret],
		['UTF-16', Buffer.from(secret, 'utf16le')],
		['URL-encoded text', encodeURIComponent(secret)],
		['form-encoded text', new URLSearchParams({ x: secret }).toString().slice(2)],
		...binary('', bytes),
		...(isBase64 ? ([['bytes', decoded], ...binary('bytes in ', decoded)] as const) : []),
	];
}

function binary(prefix: string, bytes: Buffer): (readonly [string, string])[] {
	return [
		[`${prefix}hexadecimal digits`, bytes.toString('hex')],
		[`${prefix}capital hexadecimal digits`, bytes.toString('hex').toUpperCase()],
		...[0, 1, 2].flatMap((offset) => {
			const base64 = base64At(bytes, offset);
			const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
			return [
				[`${prefix}base64`, base64],
				[`${prefix}base64url`, base64url],
			] as const;
		}),
	];
}

/** The characters that stand for these bytes alone where they begin so many bytes after a multiple of three. */
function base64At(bytes: Buffer, offset: number): string {
	const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
	const length = offset + bytes.length;
	return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
}

/**
 * Separators of paths, control characters, and what turns the direction of the text after it: with U+202E,
 * "invoice\u202Efdp.exe" is shown as "invoiceexe.pdf".
 */
const UNSAFE = /[\\/\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns the Content-Disposition header of a download. Contains an ASCII name for old clients and the full name in
 * UTF-8 (RFC 6266).
 */
export function attachmentDisposition(filename: string): string {
	const name = filename.replace(UNSAFE, '_').toWellFormed();
	const asciiName = name.replace(/[^\x20-\x7e]|["%]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}

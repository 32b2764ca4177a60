/**
 * The Content-Disposition header of a file to be saved, whatever its name holds: a plain name for old clients, and
 * the whole one in UTF-8 (RFC 6266).
 */
export function attachmentNamed(filename: string): string {
	const name = filename.replace(/[\\/\p{Cc}]/gu, '_').toWellFormed();
	const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

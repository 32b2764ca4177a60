const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\n': '&#10;',
	'\t': '&#9;',
	'\r': '&#13;',
};

/** The text as a quoted attribute value. Characters that XML does not allow are replaced. */
export function attribute(text: string): string {
	const escaped = Array.from(text.toWellFormed(), (character) =>
		isAllowed(character) ? (ESCAPES[character] ?? character) : '\ufffd',
	);
	return `"${escaped.join('')}"`;
}

function isAllowed(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return code >= 0x20 ? code !== 0xfffe && code !== 0xffff : '\t\n\r'.includes(character);
}

/** Returns a text as inline code. */
export function code(text: string): string {
	return `\`${text}\``;
}

/** Returns a table in Markdown; empty without rows. */
export function table(heads: string[], rows: string[][]): string {
	if (rows.length === 0) return '';
	return [heads, heads.map(() => '---'), ...rows].map((cells) => row(cells)).join('\n');
}

function row(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** Returns a fenced block of code. */
export function block(language: string, text: string): string {
	return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Joins the parts of a page with empty lines between them; empty parts are left out. */
export function paragraphs(...parts: (string | undefined)[]): string {
	return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** Returns a text in which only inline code has a meaning in Markdown: `<key>` is no element, and `*` no emphasis. */
export function plain(text: string): string {
	return text
		.split(/(`[^`]*`)/)
		.map((part, index) => (index % 2 === 1 ? part : part.replace(/[<*]/g, '\\$&')))
		.join('');
}

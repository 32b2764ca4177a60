import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Group } from './contents.ts';
import { OUTPUT, SITE_URL } from './repository.ts';
import { plainMarkdown, type Site } from './stage.ts';

const ABOUT =
	'Two n8n nodes and the gateway they talk to. The gateway connects WhatsApp accounts, by QR code or through ' +
	"Meta's Cloud API, stores every message and event before it acknowledges them, and delivers signed webhooks.";

/** Returns the address of a page as plain Markdown. */
export function markdownLink(page: string): string {
	return new URL(page, SITE_URL).href;
}

/** Returns llms.txt (https://llmstxt.org): what the project is, and every page with its address and a sentence. */
export function llmsText(groups: Group[]): string {
	const sections = groups.map(({ title, entries }) => {
		const lines = entries.map((entry) => `- [${entry.title}](${markdownLink(entry.page)}): ${entry.summary}`);
		return `## ${title}\n\n${lines.join('\n')}`;
	});
	return `# Messaging Gateway for n8n\n\n> ${ABOUT}\n\n${sections.join('\n\n')}\n`;
}

/** Writes llms.txt, and llms-full.txt with the text of all pages. */
export async function writeLlmsTexts({ groups, pages }: Site): Promise<void> {
	await writeFile(path.join(OUTPUT, 'llms.txt'), llmsText(groups));
	const texts = pages.map(
		(page) => `Source: ${markdownLink(page.page)}\n\n${plainMarkdown(page, pages).trim()}\n`,
	);
	await writeFile(path.join(OUTPUT, 'llms-full.txt'), texts.join('\n---\n\n'));
}

import type { Page } from '../markdown/page.ts';
import type { Problems } from '../markdown/problems.ts';

/** What a command printed. */
export interface Output {
	line: number;
	text: string;
}

/** The comment above a block of text that shows what the command above it prints. */
const OUTPUT = 'output';

/** Compares what a page says that its commands print with what they printed. Numbers, ids and `…` may differ. */
export function checkOutputs(page: Page, outputs: readonly Output[], problems: Problems): void {
	for (const { language, comment, text, line } of page.blocks) {
		if (language !== 'text' || comment !== OUTPUT) continue;
		const printed = outputs.findLast((output) => output.line < line)?.text ?? '';
		const lines = normal(printed).split('\n');
		for (const [index, shown] of text.split('\n').entries()) {
			const parts = normal(shown).split('…');
			const isPrinted = lines.some((real) => parts.every((part) => real.includes(part.trim())));
			if (!isPrinted) problems.add(line + 1 + index, `shows "${shown}", which was not printed: ${printed}`);
		}
	}
}

function normal(text: string): string {
	return text
		.replaceAll(/\b([a-z]+_)(?:[0-9a-z]{26}\b|…)/g, '$1#')
		.replaceAll(/\d+/g, '#')
		.replaceAll(/\/\S*\/(?=[\w.-]+)/g, '')
		.replaceAll(/(?<=\()(?:[\w-]+\/)+/g, '');
}

import type { Page } from '../markdown/page.ts';
import { parseAbridged, shapeDifference } from '../markdown/placeholders.ts';
import type { Problems } from '../markdown/problems.ts';
import type { Exchange } from './curl.ts';
import { runnableBlocks } from './shell.ts';

/** An answer that a page shows below a request, as a comment of the shell. */
interface ShownAnswer {
	line: number;
	/** The line at which the block begins, and with it the request. */
	from: number;
	text: string;
}

/** Compares the answers that a page shows with the real ones, and reports requests that fail without being shown to. */
export function checkAnswers(page: Page, exchanges: readonly Exchange[], problems: Problems): void {
	const shown = shownAnswers(page);
	for (const { line, from, text } of shown) {
		const exchange = exchanges.findLast((one) => one.line > from && one.line < line);
		// What stands above all requests is no answer, such as an event.
		if (exchange === undefined) continue;
		try {
			const difference = shapeDifference(parseAbridged(text), exchange.answer);
			if (difference !== null)
				problems.add(line, `shows another answer: ${difference} (${JSON.stringify(exchange.answer)})`);
		} catch (error) {
			problems.add(line, `shows an answer that is no JSON: ${String(error)}`);
		}
	}
	for (const exchange of exchanges) {
		const next = shown.find(({ line }) => line > exchange.line);
		const isShown = next?.text.includes('"error"') === true && next.from < exchange.line;
		if (exchange.status >= 400 && !isShown) {
			problems.add(exchange.line, `is answered with ${exchange.status}: ${JSON.stringify(exchange.answer)}`);
		}
	}
}

function shownAnswers(page: Page): ShownAnswer[] {
	const answers: ShownAnswer[] = [];
	for (const block of runnableBlocks(page)) {
		let open: ShownAnswer | null = null;
		for (const [index, text] of block.text.split('\n').entries()) {
			const comment = /^\s*# ?(.*)$/.exec(text)?.[1];
			if (comment?.startsWith('{') === true) {
				open = { line: block.line + 1 + index, from: block.line, text: comment };
				answers.push(open);
			} else if (open !== null && comment?.startsWith(' ') === true) open.text += comment.trim();
			else open = null;
		}
	}
	return answers;
}

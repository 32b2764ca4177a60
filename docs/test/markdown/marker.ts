import type { Block } from './page.ts';

/** The comment that keeps a block from being run: `<!-- not run: needs a phone -->`. */
const NOT_RUN = /^not run: (\S.*)$/s;

/** Whether a comment above a block says, with a reason, that the block is not run. */
export function isNotRun(block: Block): boolean {
	return block.comment !== null && NOT_RUN.test(block.comment);
}

/** What a comment above a JSON block says it is: `<!-- request: PATCH /v1/instances/{instanceId} -->`. */
export interface Body {
	role: 'request' | 'response';
	method: string;
	path: string;
}

/** Returns what a comment says of a JSON block; null: it is no body of the API. */
export function bodyOf(block: Block): Body | null {
	const parts = /^(request|response): ([A-Z]+) (\/\S+)$/.exec(block.comment ?? '');
	if (parts === null) return null;
	const [, role, method = '', path = ''] = parts;
	return { role: role === 'request' ? 'request' : 'response', method, path };
}

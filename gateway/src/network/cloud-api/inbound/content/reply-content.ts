import { INTERACTIVE_LIMIT, type Reply } from '../../../../domain/messages/message-details.ts';
import { isNestedUpTo, isObject } from '../../../../lib/json-object.ts';
import { getPath, getString } from '../../graph/json.ts';
import { boundedDetails } from '../bounded-details.ts';
import { detailText } from './detail-text.ts';
import type { IncomingContent } from './incoming-content.ts';

/** Reads a tap on a quick reply button of a template; null: it is invalid. */
export function buttonContent(part: unknown): IncomingContent | null {
	return replyContent('template_button', part, { id: 'payload', title: 'text' });
}

/** Reads a tap on a button or an entry of a list, or the end of a flow; null: it is none of these. */
export function interactiveContent(part: unknown): IncomingContent | null {
	const names = { id: 'id', title: 'title' };
	return (
		replyContent('button', getPath(part, 'button_reply'), names) ??
		replyContent('list', getPath(part, 'list_reply'), names) ??
		flowContent(getPath(part, 'nfm_reply'))
	);
}

function replyContent(
	kind: Reply['kind'],
	part: unknown,
	names: { id: string; title: string },
): IncomingContent | null {
	const title = detailText(part, names.title);
	if (title === null) return null;
	return {
		type: 'text',
		content: title,
		details: { reply: { kind, id: detailText(part, names.id), title, data: null } },
	};
}

/** The end of a flow. The token is the one that the business gave when it sent the flow. */
function flowContent(part: unknown): IncomingContent | null {
	const answers = getString(part, 'response_json');
	if (answers === null) return null;
	const title = detailText(part, 'body') ?? 'Sent';
	const data = answersOf(answers);
	const id = detailText(data, 'flow_token');
	return { type: 'text', content: title, details: { reply: { kind: 'flow', id, title, data } } };
}

/** The most nested levels of answers that are kept as they are. */
const MAX_DEPTH = 20;

/** Parses the answers of a flow. Larger ones than can be kept are truncated. */
function answersOf(json: string): Record<string, unknown> {
	let answers: unknown;
	try {
		answers = JSON.parse(json);
	} catch {
		return boundedDetails(json);
	}
	const fits = Buffer.byteLength(json) <= INTERACTIVE_LIMIT && isNestedUpTo(answers, MAX_DEPTH);
	return isObject(answers) && fits ? answers : boundedDetails(answers);
}

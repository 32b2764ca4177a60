import { GatewayError } from '../../../../domain/error.ts';
import type { MessageRow } from '../../../../store/schema.ts';
import type { WrittenFields } from '../content/schema.ts';
import { optionsOf } from './view.ts';

/** The title of the answer of a completed flow, as at Meta. */
const FLOW_TITLE = 'Sent';

/**
 * Returns the reply that the instance receives when a person taps an option of its message, by the option's id or
 * title; `data`: the answers of a flow. Throws invalid_parameters where the message has no such option, or one that is
 * not answered.
 */
export function pressedReply(
	row: MessageRow,
	pressed: string,
	data: Record<string, unknown> | undefined,
): Pick<WrittenFields, 'reply'> {
	const options = optionsOf(row);
	const option = options.find(({ id }) => id === pressed) ?? options.find(({ title }) => title === pressed);
	if (option === undefined) {
		throw new GatewayError(
			'invalid_parameters',
			options.length === 0
				? 'This message has no buttons and no list. Press one that has.'
				: `This message has no option "${pressed}". It has ${options.map(({ title }) => `"${title}"`).join(', ')}.`,
		);
	}
	const { id, title, replyKind } = option;
	if (replyKind === null) {
		throw new GatewayError(
			'invalid_parameters',
			`"${title}" opens a page or an app on the phone, so the instance receives nothing. Press a button with a reply, or send the requested content.`,
		);
	}
	if (replyKind !== 'flow') {
		if (data === undefined) return { reply: { kind: replyKind, id, title } };
		throw new GatewayError('invalid_parameters', '"data" belongs to a flow. Leave it out.');
	}
	return { reply: { kind: 'flow', id: null, title: FLOW_TITLE, data: data ?? {} } };
}

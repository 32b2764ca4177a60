import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { gatewayRequestIgnoring } from '../transport/request';

/** Meta's limits of messages with buttons or a list, in characters. */
const MAX_BODY = 1024;
const MAX_BUTTONS = 3;
const MAX_BUTTON_TITLE = 20;
const MAX_ROWS = 10;
const MAX_ROW_TITLE = 24;

/** The label of the button that opens the list. */
const OPEN_LIST = 'Choose';

/** What the IDs of all questions' buttons begin with, so that a tap on another question's button is recognized. */
const PREFIX = 'n8n-ask-';

/**
 * Returns what the IDs of a question's buttons begin with. A retry of the question's execution has the same `key`, and
 * so sends the same message.
 */
export function buttonPrefixOf(key: string): string {
	return `${PREFIX}${createHash('sha256').update(key).digest('hex').slice(0, 32)}-`;
}

/**
 * Returns the content of a message with the choices as buttons, or as a list that opens, in the shape of Meta's Cloud
 * API (`interactive`, an addition). Returns undefined when the text, a choice or their number exceeds the limits.
 */
export function withButtons(
	text: string,
	choices: readonly string[],
	prefix: string,
): IDataObject | undefined {
	const longest = Math.max(...choices.map((choice) => choice.length));
	const body = { text };
	if (choices.length === 0 || text.trim() === '' || text.length > MAX_BODY) return undefined;
	if (choices.length <= MAX_BUTTONS && longest <= MAX_BUTTON_TITLE) {
		const buttons = choices.map((title, index) => ({
			type: 'reply',
			reply: { id: `${prefix}${index}`, title },
		}));
		return { type: 'button', body, action: { buttons } };
	}
	if (choices.length > MAX_ROWS || longest > MAX_ROW_TITLE) return undefined;
	const rows = choices.map((title, index) => ({ id: `${prefix}${index}`, title }));
	return { type: 'list', body, action: { button: OPEN_LIST, sections: [{ rows }] } };
}

/**
 * Returns whether the network of an instance shows buttons (GET /v1/instances/{id}/status, `capabilities`); false when
 * the API key may not read instances.
 */
export async function supportsButtons(
	context: IExecuteFunctions,
	instanceId: string,
	itemIndex: number,
): Promise<boolean> {
	const status = await gatewayRequestIgnoring<{ data: { capabilities?: string[] } }>(
		context,
		'insufficient_permissions',
		{ method: 'GET', path: `/v1/instances/${encodeURIComponent(instanceId)}/status`, itemIndex },
	);
	return status?.data.capabilities?.includes('interactive_messages') ?? false;
}

/** Returns the index of the choice whose button has the ID; undefined when it is no button of the question. */
export function tappedChoice(id: string, choices: readonly string[], prefix: string): number | undefined {
	const index = choices.findIndex((_choice, choiceIndex) => id === `${prefix}${choiceIndex}`);
	return index === -1 ? undefined : index;
}

/** Returns whether a button belongs to a question of Send and Wait. */
export function isQuestionButton(id: string): boolean {
	return id.startsWith(PREFIX);
}

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { textOrThrow } from '../descriptions/text';
import { FROM_VERSION_2 } from '../descriptions/version';

/** The texts that are written into the chat after an answer, with the placeholders {name} and {answer}. */
export interface Confirmation {
	approvedText?: string;
	declinedText?: string;
	answeredText?: string;
}

/** Bounds a name or an answer in the text, in characters: the gateway accepts texts up to 4,096. */
const MAX_PART = 500;
const MAX_TEXT = 4096;

const DEFAULT_APPROVED = 'Approved by {name}';
const DEFAULT_DECLINED = 'Declined by {name}';
const DEFAULT_ANSWERED = '{name} answered: {answer}';

/** Writes the outcome into the chat. It costs a message of its own, so the option is off until it is added. */
export const confirmationOption: INodeProperties = {
	displayName: 'Confirm the Answer',
	name: 'confirmation',
	type: 'fixedCollection',
	placeholder: 'Add texts',
	default: { values: {} },
	displayOptions: { show: FROM_VERSION_2 },
	description: 'Write the outcome into the chat once somebody has answered',
	options: [
		{
			displayName: 'Texts',
			name: 'values',
			values: [
				{
					displayName: 'Approved Text',
					name: 'approvedText',
					type: 'string',
					default: DEFAULT_APPROVED,
					displayOptions: { show: { '/responseType': ['approval'] } },
					description:
						'The text after an approval; empty: none. {name} becomes the name of the person who answered.',
				},
				{
					displayName: 'Declined Text',
					name: 'declinedText',
					type: 'string',
					default: DEFAULT_DECLINED,
					displayOptions: { show: { '/responseType': ['approval'] } },
					description:
						'The text after a refusal; empty: none. {name} becomes the name of the person who answered.',
				},
				{
					displayName: 'Answered Text',
					name: 'answeredText',
					type: 'string',
					default: DEFAULT_ANSWERED,
					displayOptions: { show: { '/responseType': ['choice', 'freeText'] } },
					description:
						'The text after an answer; empty: none. {name} becomes the name of the person who answered, {answer} the answer.',
				},
			],
		},
	],
};

/** The texts as the form has them: an expression may return anything. */
export type ConfirmationValues = Partial<Record<keyof Confirmation, unknown>>;

/** Reads the texts of the form. Throws a NodeOperationError for one that is a list or an object. */
export function readConfirmation(
	context: IExecuteFunctions,
	{ approvedText, declinedText, answeredText }: ConfirmationValues,
	itemIndex: number,
): Confirmation {
	function read(value: unknown, field: string): string | undefined {
		return value === undefined ? undefined : textOrThrow(context, value, field, itemIndex);
	}

	return {
		approvedText: read(approvedText, 'Approved Text'),
		declinedText: read(declinedText, 'Declined Text'),
		answeredText: read(answeredText, 'Answered Text'),
	};
}

/** Returns the text for an answer; empty: none. `approved` is undefined unless the question asks for approval. */
export function confirmationText(
	confirmation: Confirmation,
	{ approved, name, answer }: { approved: boolean | undefined; name: string; answer: string },
): string {
	const { approvedText, declinedText, answeredText } = confirmation;
	const values: Record<string, string> = { name: shorten(name), answer: shorten(answer) };
	return chooseText()
		.replace(/\{(name|answer)\}/g, (_placeholder, key: string) => values[key])
		.slice(0, MAX_TEXT)
		.trim();

	function chooseText(): string {
		if (approved === undefined) return answeredText ?? DEFAULT_ANSWERED;
		return approved ? (approvedText ?? DEFAULT_APPROVED) : (declinedText ?? DEFAULT_DECLINED);
	}
}

/** Puts a text on one line, so that a name cannot look like a further line of the confirmation. */
function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > MAX_PART ? `${line.slice(0, MAX_PART - 1)}…` : line;
}

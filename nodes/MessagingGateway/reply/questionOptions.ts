import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { messageOptions } from '../actions/message/sending/sendingOptions';
import { FROM_VERSION_2, VERSION_1 } from '../descriptions/version';
import { textOrThrow } from '../descriptions/text';
import type { ConfirmationValues } from './confirmation';
import { confirmationOption } from './confirmation';

const DEFAULT_ASK_AGAIN_MESSAGE = 'Please answer with one of these:';
const DEFAULT_TEXT_FOR_OTHERS = 'Thank you, but only the people who were asked can answer this.';

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Ask Again',
		name: 'askAgain',
		type: 'boolean',
		default: true,
		description: 'Whether to ask again when the answer matches no choice',
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'boolean',
		default: true,
		displayOptions: { show: FROM_VERSION_2 },
		description:
			'Whether to show up to ten choices as buttons or a list where the network has them. Elsewhere, and for longer choices, the message contains a numbered list.',
	},
	confirmationOption,
	{
		displayName: 'Send Even if Chat Is Taken',
		name: 'force',
		type: 'boolean',
		default: false,
		displayOptions: { show: FROM_VERSION_2 },
		description: 'Whether to send the question, and accept its answer, although a person has taken the chat',
	},
	{
		displayName: 'Message to Ask Again',
		name: 'askAgainMessage',
		type: 'string',
		default: DEFAULT_ASK_AGAIN_MESSAGE,
		description: 'The text to send when the answer matches no choice, above the list of choices',
	},
	{
		displayName: 'Reactions as Answers',
		name: 'reactions',
		type: 'boolean',
		default: false,
		displayOptions: { show: { ...FROM_VERSION_2, '/responseType': ['approval'] } },
		description: 'Whether a thumbs up on the question approves, and a thumbs down declines',
	},
	{
		displayName: 'Reply From',
		name: 'senders',
		type: 'string',
		default: '',
		displayOptions: { show: VERSION_1 },
		placeholder: 'e.g. +49 151 23456789',
		description:
			'In a group, the phone numbers or sender IDs whose replies count, separated by commas. Leave empty for all.',
	},
	{
		displayName: 'Show Choices in the Message',
		name: 'showChoices',
		type: 'boolean',
		default: true,
		description: 'Whether to add a numbered list of the choices to the message',
	},
	{
		displayName: 'Text for Others',
		name: 'textForOthers',
		type: 'string',
		default: DEFAULT_TEXT_FOR_OTHERS,
		displayOptions: { show: { ...FROM_VERSION_2, '/approvers': ['admins', 'people'] } },
		description: 'The reply to people in the group who answer and may not, once to each; empty: none',
	},
];

/** With a scheduled question, messages written before it is sent would count as answers. */
const UNSUITABLE = ['sendAt', ...ownOptions.map(({ name }) => name)];

export const questionOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...ownOptions, ...messageOptions.filter(({ name }) => !UNSUITABLE.includes(name))].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
};

/** The values of Options; n8n passes only the options that were added. */
export interface QuestionOptions {
	askAgain?: boolean;
	askAgainMessage?: unknown;
	buttons?: boolean;
	confirmation?: { values?: ConfirmationValues };
	force?: boolean;
	reactions?: boolean;
	showChoices?: boolean;
	textForOthers?: unknown;
}

export function getQuestionOptions(context: IExecuteFunctions, itemIndex: number): QuestionOptions {
	return context.getNodeParameter('options', itemIndex, {}) as QuestionOptions;
}

/** Returns the text above the choices when an answer matches none of them. */
export function getAskAgainMessage(
	context: IExecuteFunctions,
	{ askAgainMessage }: QuestionOptions,
	itemIndex: number,
): string {
	const message = textOrThrow(context, askAgainMessage, 'Message to Ask Again', itemIndex);
	return message.trim() || DEFAULT_ASK_AGAIN_MESSAGE;
}

/** Returns the text for people who may not answer; empty: none. */
export function getTextForOthers(
	context: IExecuteFunctions,
	{ textForOthers = DEFAULT_TEXT_FOR_OTHERS }: QuestionOptions,
	itemIndex: number,
): string {
	return textOrThrow(context, textForOthers, 'Text for Others', itemIndex).trim();
}

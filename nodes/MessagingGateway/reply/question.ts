import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { numberOrThrow } from '../descriptions/number';
import { getPeople } from '../descriptions/phones';
import { getMessageText } from '../actions/message/messageText';
import { parseChoices, numberedList } from './choices';

/** A question to send, and the answers it accepts. */
export interface Question {
	text: string;
	choices: string[];
	isApproval: boolean;
	askAgain: string;
	/** In a group, the phones and IDs whose replies count; empty: every participant's. */
	senders: string[];
	deadline: Date;
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
	minutes: MINUTE,
	hours: 60 * MINUTE,
	days: 24 * 60 * MINUTE,
};

const DEFAULT_ASK_AGAIN_MESSAGE = 'Please answer with one of these:';

/** The form fields for the accepted answers. n8n's human-in-the-loop tool requires these parameter names. */
export const questionFields: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'One answer approves, another one declines',
			},
			{ name: 'Choice', value: 'choice', description: 'One of several answers' },
			{ name: 'Free Text', value: 'freeText', description: 'The next message of any content' },
		],
		default: 'freeText',
		description: 'Which answers to accept',
	},
	{
		displayName: 'Approval Labels',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add labels',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Labels',
				name: 'values',
				values: [
					{
						displayName: 'Approve Label',
						name: 'approveLabel',
						type: 'string',
						default: 'Yes',
						description: 'The answer that approves',
					},
					{
						displayName: 'Decline Label',
						name: 'declineLabel',
						type: 'string',
						default: 'No',
						description: 'The answer that declines',
					},
				],
			},
		],
	},
	{
		displayName: 'Choices',
		name: 'choices',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		displayOptions: { show: { responseType: ['choice'] } },
		placeholder: 'e.g. Morning, Afternoon, Evening',
		description:
			'The accepted answers, separated by commas or line breaks. Contacts may reply with an answer, in upper or lower case, or with its number.',
	},
	{
		displayName: 'Limit Wait Time',
		name: 'limitAmount',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description:
			'How long to wait for the reply. After that, the workflow continues with timedOut, and approved is false.',
	},
	{
		displayName: 'Unit',
		name: 'limitUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: 'hours',
		description: 'The unit of the wait time',
	},
];

export const questionOptions: INodeProperties[] = [
	{
		displayName: 'Ask Again',
		name: 'askAgain',
		type: 'boolean',
		default: true,
		description: 'Whether to ask again when the answer matches no choice',
	},
	{
		displayName: 'Message to Ask Again',
		name: 'askAgainMessage',
		type: 'string',
		default: DEFAULT_ASK_AGAIN_MESSAGE,
		description: 'The text to send when the answer matches no choice, above the list of choices',
	},
	{
		displayName: 'Reply From',
		name: 'senders',
		type: 'string',
		default: '',
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
];

/** The values of Options; n8n passes only the options that were added. */
interface QuestionOptions {
	askAgain?: boolean;
	askAgainMessage?: string;
	senders?: string;
	showChoices?: boolean;
}

/** Reads the question from the form. Throws a NodeOperationError when the response type needs choices and has none. */
export function getQuestion(context: IExecuteFunctions, itemIndex: number): Question {
	const responseType = context.getNodeParameter('responseType', itemIndex, 'freeText') as string;
	const options = context.getNodeParameter('options', itemIndex, {}) as QuestionOptions;
	const choices = readChoices(context, responseType, itemIndex);
	const message = getMessageText(context, itemIndex);
	const isListed = choices.length > 0 && options.showChoices !== false;
	const askAgainMessage = options.askAgainMessage?.trim() || DEFAULT_ASK_AGAIN_MESSAGE;
	return {
		text: isListed ? `${message}\n\n${numberedList(choices)}` : message,
		choices,
		isApproval: responseType === 'approval',
		askAgain:
			options.askAgain === false || choices.length === 0
				? ''
				: `${askAgainMessage}\n${numberedList(choices)}`,
		senders: options.senders?.trim() ? getPeople(context, 'options.senders', itemIndex) : [],
		deadline: getDeadline(context, itemIndex),
	};
}

function readChoices(context: IExecuteFunctions, responseType: string, itemIndex: number): string[] {
	if (responseType === 'approval') {
		const labels = context.getNodeParameter('approvalOptions.values', itemIndex, {}) as {
			approveLabel?: string;
			declineLabel?: string;
		};
		return [labels.approveLabel?.trim() || 'Yes', labels.declineLabel?.trim() || 'No'];
	}
	if (responseType !== 'choice') return [];
	const choices = parseChoices(String(context.getNodeParameter('choices', itemIndex)));
	if (choices.length > 0) return choices;
	throw new NodeOperationError(context.getNode(), 'No choices entered', {
		description: 'Enter them separated by commas, or select Free Text as the response type.',
		itemIndex,
	});
}

function getDeadline(context: IExecuteFunctions, itemIndex: number): Date {
	const limit = context.getNodeParameter('limitAmount', itemIndex, 24) as unknown;
	const amount = numberOrThrow(context, limit, 'Limit Wait Time', itemIndex);
	const unit = context.getNodeParameter('limitUnit', itemIndex, 'hours') as string;
	return new Date(Date.now() + amount * (UNITS[unit] ?? MINUTE));
}

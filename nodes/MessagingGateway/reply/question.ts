import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { numberOrThrow } from '../descriptions/number';
import { peopleOf } from '../descriptions/phoneField';
import { textOf } from '../actions/message/text';
import { choicesOf, listed } from './answers';

/** A question as it is sent, and how its answers are understood. */
export interface Question {
	text: string;
	choices: string[];
	isApproval: boolean;
	askAgain: string;
	/** In a group, whose reply counts. */
	senders: string[];
	deadline: Date;
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
	minutes: MINUTE,
	hours: 60 * MINUTE,
	days: 24 * 60 * MINUTE,
};

const ANOTHER_ANSWER = 'Please answer with one of these:';

/** The part of the form that says how the answer is understood. n8n's human-in-the-loop tool uses these names. */
export const questionFields: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'One word approves, another one declines',
			},
			{ name: 'Choice', value: 'choice', description: 'One of several answers' },
			{ name: 'Free Text', value: 'freeText', description: 'Whatever is written or sent next' },
		],
		default: 'freeText',
		description: 'Which answers count',
	},
	{
		displayName: 'Approval Words',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add words',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Words',
				name: 'values',
				values: [
					{
						displayName: 'To Approve',
						name: 'approveLabel',
						type: 'string',
						default: 'Yes',
						description: 'The answer that approves',
					},
					{
						displayName: 'To Decline',
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
			'The answers to choose from, separated by commas or line breaks. They are understood in capitals or not, and by their numbers.',
	},
	{
		displayName: 'Wait at Most',
		name: 'limitAmount',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description:
			'How long to wait for the reply. The workflow then goes on with timedOut, and approved is false.',
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
		description: 'The unit of the time to wait',
	},
];

/** The options of a question. */
export const questionOptions: INodeProperties[] = [
	{
		displayName: 'Ask Again',
		name: 'askAgain',
		type: 'boolean',
		default: true,
		description: 'Whether to ask again when the answer is none of the choices',
	},
	{
		displayName: 'Message to Ask Again',
		name: 'askAgainMessage',
		type: 'string',
		default: ANOTHER_ANSWER,
		description: 'What is sent to another answer, above the list of the choices',
	},
	{
		displayName: 'Reply From',
		name: 'senders',
		type: 'string',
		default: '',
		placeholder: 'e.g. +49 151 23456789',
		description:
			'In a group, the phone numbers or sender IDs whose reply counts, separated by commas. Empty for anybody.',
	},
	{
		displayName: 'Show Choices in the Message',
		name: 'showChoices',
		type: 'boolean',
		default: true,
		description: 'Whether the choices are listed below the message, with numbers',
	},
];

/** What is filled in under Options; n8n gives only what was added. */
interface QuestionOptions {
	askAgain?: boolean;
	askAgainMessage?: string;
	senders?: string;
	showChoices?: boolean;
}

/** Reads the question from the form. Throws a NodeOperationError when there is no choice to choose from. */
export function questionOf(context: IExecuteFunctions, itemIndex: number): Question {
	const responseType = context.getNodeParameter('responseType', itemIndex, 'freeText') as string;
	const options = context.getNodeParameter('options', itemIndex, {}) as QuestionOptions;
	const choices = choicesFor(context, responseType, itemIndex);
	const message = textOf(context, itemIndex);
	const isListed = choices.length > 0 && options.showChoices !== false;
	const again = options.askAgainMessage?.trim() || ANOTHER_ANSWER;
	return {
		text: isListed ? `${message}\n\n${listed(choices)}` : message,
		choices,
		isApproval: responseType === 'approval',
		askAgain: options.askAgain === false || choices.length === 0 ? '' : `${again}\n${listed(choices)}`,
		senders: options.senders?.trim() ? peopleOf(context, 'options.senders', itemIndex) : [],
		deadline: deadlineOf(context, itemIndex),
	};
}

function choicesFor(context: IExecuteFunctions, responseType: string, itemIndex: number): string[] {
	if (responseType === 'approval') {
		const words = context.getNodeParameter('approvalOptions.values', itemIndex, {}) as {
			approveLabel?: string;
			declineLabel?: string;
		};
		return [words.approveLabel?.trim() || 'Yes', words.declineLabel?.trim() || 'No'];
	}
	if (responseType !== 'choice') return [];
	const choices = choicesOf(String(context.getNodeParameter('choices', itemIndex)));
	if (choices.length > 0) return choices;
	throw new NodeOperationError(context.getNode(), 'There are no choices to choose from', {
		description: 'Enter them separated by commas, or take Free Text as the response type.',
		itemIndex,
	});
}

function deadlineOf(context: IExecuteFunctions, itemIndex: number): Date {
	const limit = context.getNodeParameter('limitAmount', itemIndex, 24) as unknown;
	const amount = numberOrThrow(context, limit, 'Wait at Most', itemIndex);
	const unit = context.getNodeParameter('limitUnit', itemIndex, 'hours') as string;
	return new Date(Date.now() + amount * (UNITS[unit] ?? MINUTE));
}

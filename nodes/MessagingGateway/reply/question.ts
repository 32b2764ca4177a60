import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toBoolean } from '../descriptions/boolean';
import { itemKey } from '../actions/message/sending/idempotency';
import { getMessageText } from '../actions/message/sending/messageText';
import { optionalBody } from '../actions/message/sending/sendingOptions';
import { textList } from '../actions/message/sending/textList';
import { getOption } from '../descriptions/option';
import { getText } from '../descriptions/text';
import { isVersion1 } from '../descriptions/version';
import { getApprovers } from './approvers';
import type { ExpectedAnswers } from './awaitedReply';
import { buttonPrefixOf, supportsButtons, withButtons } from './buttons';
import { isSameChoice, numberedList } from './choices';
import { readConfirmation } from './confirmation';
import { getDeadline } from './deadline';
import type { QuestionOptions } from './questionOptions';
import { getAskAgainMessage, getQuestionOptions, getTextForOthers } from './questionOptions';

/** A question to send, and the answers it accepts. */
export interface Question {
	/** The body of the send without instance and recipient: a text or buttons, and the optional fields. */
	body: IDataObject;
	expected: ExpectedAnswers;
	deadline: Date;
}

/**
 * Reads the question from the form, and asks the gateway whether its network shows buttons. Throws a NodeOperationError
 * when the message is empty, when an expression returns no response type, when the type needs choices and has none, or when
 * the labels of an approval are equal.
 */
export async function getQuestion(
	context: IExecuteFunctions,
	instanceId: string,
	itemIndex: number,
): Promise<Question> {
	const responseTypes = {
		label: 'Response Type',
		options: ['approval', 'choice', 'freeText'],
		fallback: isVersion1(context.getNode()) ? 'freeText' : 'approval',
	} as const;
	const responseType = getOption(context, 'responseType', responseTypes, itemIndex);
	const options = getQuestionOptions(context, itemIndex);
	const choices = readChoices(context, responseType, itemIndex);
	const message = readMessage(context, itemIndex);
	const isListed = choices.length > 0 && toBoolean(options.showChoices) !== false;
	const asksAgain = choices.length > 0 && toBoolean(options.askAgain) !== false;
	const askAgainMessage = getAskAgainMessage(context, options, itemIndex);
	const expected: ExpectedAnswers = {
		choices,
		isApproval: responseType === 'approval',
		askAgain: asksAgain ? `${askAgainMessage}\n${numberedList(choices)}` : '',
		...getApprovers(context, itemIndex),
		...(!isVersion1(context.getNode()) && laterMessages(context, options, responseType, itemIndex)),
	};
	const deadline = getDeadline(context, itemIndex);
	const optional = { ...optionalBody(context, itemIndex), ...(expected.force && { force: true }) };
	const buttonPrefix = buttonPrefixOf(itemKey(context, itemIndex));
	const interactive = mayHaveButtons(context, options, optional)
		? withButtons(message, choices, buttonPrefix)
		: undefined;
	if (interactive && (await supportsButtons(context, instanceId, itemIndex))) {
		const askAgainButtons = withButtons(askAgainMessage, choices, buttonPrefix);
		return {
			body: { interactive, ...optional },
			expected: { ...expected, buttonPrefix, ...(askAgainButtons && { askAgainButtons }) },
			deadline,
		};
	}
	const text = isListed ? `${message}\n\n${numberedList(choices)}` : message;
	return { body: { message: text, ...optional }, expected, deadline };
}

/** The options of the messages after the question, which are stored while the execution waits. */
function laterMessages(
	context: IExecuteFunctions,
	options: QuestionOptions,
	responseType: string,
	itemIndex: number,
): Pick<ExpectedAnswers, 'acceptsReactions' | 'confirmation' | 'force' | 'textForOthers'> {
	return {
		acceptsReactions: responseType === 'approval' && toBoolean(options.reactions) === true,
		textForOthers: getTextForOthers(context, options, itemIndex),
		...(options.confirmation && {
			confirmation: readConfirmation(context, options.confirmation.values ?? {}, itemIndex),
		}),
		force: toBoolean(options.force) === true,
	};
}

/** Mentions and link previews go only with a text. */
function mayHaveButtons(
	context: IExecuteFunctions,
	options: QuestionOptions,
	{ mentions, linkPreview }: IDataObject,
): boolean {
	if (isVersion1(context.getNode()) || toBoolean(options.buttons) === false) return false;
	return mentions === undefined && linkPreview === undefined;
}

/** A list of choices without a question has no meaning for the contact. */
function readMessage(context: IExecuteFunctions, itemIndex: number): string {
	const message = getMessageText(context, itemIndex);
	if (message.trim() !== '') return message;
	throw new NodeOperationError(context.getNode(), 'The message is empty', {
		description: 'Enter the question, or check that the expression has a value for this item.',
		itemIndex,
	});
}

function readChoices(context: IExecuteFunctions, responseType: string, itemIndex: number): string[] {
	if (responseType === 'approval') return readLabels(context, itemIndex);
	if (responseType !== 'choice') return [];
	const choices = textList(context, context.getNodeParameter('choices', itemIndex), 'Choices', itemIndex);
	if (choices.length > 0) return [...new Set(choices)];
	throw new NodeOperationError(context.getNode(), 'No choices entered', {
		description: 'Enter them separated by commas, or select Free Text as the response type.',
		itemIndex,
	});
}

function readLabels(context: IExecuteFunctions, itemIndex: number): string[] {
	const label = (name: string, field: string) =>
		getText(context, `approvalOptions.values.${name}`, field, itemIndex).trim();
	const approve = label('approveLabel', 'Approve Label') || 'Yes';
	const decline = label('declineLabel', 'Decline Label') || 'No';
	if (isVersion1(context.getNode()) || !isSameChoice(approve, decline)) return [approve, decline];
	throw new NodeOperationError(context.getNode(), 'The labels of the approval are equal', {
		description: 'Enter an Approve Label and a Decline Label that differ, e.g. Yes and No.',
		itemIndex,
	});
}

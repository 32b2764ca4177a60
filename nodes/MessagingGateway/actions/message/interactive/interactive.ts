import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseJsonObject } from '../../../json';
import { mediaTypeOfUrl } from '../media/mediaType';
import { getMessageText } from '../sending/messageText';

/** A button or a row of the form; expressions may return numbers. */
interface Choice {
	title?: unknown;
	description?: unknown;
	section?: unknown;
	id?: unknown;
}

/**
 * Returns the field `interactive` of a send's body in the shape of Meta's Cloud API. Throws a NodeOperationError when the
 * form has no button or row with a title, when the JSON is no object, and for a header file of an unknown type. The
 * gateway checks the limits.
 */
export function getInteractive(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const type = context.getNodeParameter('interactiveType', itemIndex) as string;
	if (type === 'json') return getJson(context, itemIndex);
	const header = type === 'location_request_message' ? undefined : getHeader(context, type, itemIndex);
	const footer = type === 'location_request_message' ? '' : option(context, 'footer', itemIndex);
	return {
		type,
		...(header && { header }),
		body: { text: getMessageText(context, itemIndex) },
		...(footer !== '' && { footer: { text: footer } }),
		action: getAction(context, type, itemIndex),
	};
}

function getAction(context: IExecuteFunctions, type: string, itemIndex: number): IDataObject {
	const field = (name: string) => textOf(context.getNodeParameter(name, itemIndex));
	switch (type) {
		case 'button':
			return {
				buttons: getChoices(context, 'buttons.button', itemIndex).map((button) => ({
					type: 'reply',
					reply: { id: idOf(button), title: textOf(button.title) },
				})),
			};
		case 'list':
			return {
				button: field('listButton'),
				sections: toSections(getChoices(context, 'rows.row', itemIndex)),
			};
		case 'cta_url':
			return { name: type, parameters: { display_text: field('linkText'), url: field('linkUrl') } };
		default:
			return { name: 'send_location' };
	}
}

/** Groups rows by section, in the order in which the sections appear. */
function toSections(rows: Choice[]): IDataObject[] {
	const titles = [...new Set(rows.map(({ section }) => textOf(section)))];
	return titles.map((title) => ({
		...(title !== '' && { title }),
		rows: rows
			.filter(({ section }) => textOf(section) === title)
			.map((row) => ({
				id: idOf(row),
				title: textOf(row.title),
				...(textOf(row.description) !== '' && { description: textOf(row.description) }),
			})),
	}));
}

function getChoices(context: IExecuteFunctions, parameter: string, itemIndex: number): Choice[] {
	const choices = context.getNodeParameter(parameter, itemIndex, []) as Choice[];
	if (choices.length > 0 && choices.every(({ title }) => textOf(title) !== '')) return choices;
	const what = parameter.startsWith('rows') ? 'row' : 'button';
	throw new NodeOperationError(context.getNode(), `There is a ${what} without a title, or none at all`, {
		description: `Add at least one ${what}, and enter a title for each.`,
		itemIndex,
	});
}

/** Lists have only texts as headers. */
function getHeader(context: IExecuteFunctions, type: string, itemIndex: number): IDataObject | undefined {
	const link = type === 'list' ? '' : option(context, 'headerUrl', itemIndex);
	const text = option(context, 'header', itemIndex);
	if (link === '') return text === '' ? undefined : { type: 'text', text };
	const mediaType = mediaTypeOfUrl(context, link, itemIndex);
	if (mediaType !== 'audio') return { type: mediaType, [mediaType]: { link } };
	throw new NodeOperationError(context.getNode(), 'The header file is an audio file', {
		description: 'A header is an image, a video or a document. Send the audio file with Send Media.',
		itemIndex,
	});
}

function getJson(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const interactive = parseJsonObject(context.getNodeParameter('interactive', itemIndex));
	if (interactive) return interactive;
	throw new NodeOperationError(context.getNode(), 'The interactive message is not a JSON object', {
		description: 'Write it with curly brackets and quoted names, as in the example of the field.',
		itemIndex,
	});
}

function option(context: IExecuteFunctions, name: string, itemIndex: number): string {
	return textOf(context.getNodeParameter(`options.${name}`, itemIndex, ''));
}

function idOf({ id, title }: Choice): string {
	return textOf(id) || textOf(title);
}

function textOf(value: unknown): string {
	return String(value ?? '').trim();
}

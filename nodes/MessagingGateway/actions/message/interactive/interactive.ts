import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { getText, textOrThrow } from '../../../descriptions/text';
import { parseJsonObject } from '../../../json';
import { mediaTypeOfUrl } from '../media/mediaType';
import { getMessageText } from '../sending/messageText';

/** A button or a row of the form. */
interface Choice {
	title: string;
	description: string;
	section: string;
	/** What the reply carries: that of the form, or the title. */
	id: string;
}

/**
 * Returns the field `interactive` of a send's body in the shape of Meta's Cloud API. Throws a NodeOperationError when the
 * form has no button or row with a title, when a text is a list or an object, when the JSON is no object, and for a header
 * file of an unknown type. The gateway checks the limits.
 */
export function getInteractive(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const type = context.getNodeParameter('interactiveType', itemIndex) as string;
	if (type === 'json') return getJson(context, itemIndex);
	const header = type === 'location_request_message' ? undefined : getHeader(context, type, itemIndex);
	const footer = type === 'location_request_message' ? '' : option(context, 'footer', 'Footer', itemIndex);
	return {
		type,
		...(header && { header }),
		body: { text: getMessageText(context, itemIndex) },
		...(footer !== '' && { footer: { text: footer } }),
		action: getAction(context, type, itemIndex),
	};
}

function getAction(context: IExecuteFunctions, type: string, itemIndex: number): IDataObject {
	const field = (name: string, label: string) => getText(context, name, label, itemIndex).trim();
	switch (type) {
		case 'button':
			return {
				buttons: getChoices(context, 'buttons.button', itemIndex).map((button) => ({
					type: 'reply',
					reply: { id: button.id, title: button.title },
				})),
			};
		case 'list':
			return {
				button: field('listButton', 'List Button'),
				sections: toSections(getChoices(context, 'rows.row', itemIndex)),
			};
		case 'cta_url':
			return {
				name: type,
				parameters: { display_text: field('linkText', 'Link Text'), url: field('linkUrl', 'Link URL') },
			};
		default:
			return { name: 'send_location' };
	}
}

/** Groups rows by section, in the order in which the sections appear. */
function toSections(rows: Choice[]): IDataObject[] {
	const titles = [...new Set(rows.map(({ section }) => section))];
	return titles.map((title) => ({
		...(title !== '' && { title }),
		rows: rows
			.filter(({ section }) => section === title)
			.map((row) => ({
				id: row.id,
				title: row.title,
				...(row.description !== '' && { description: row.description }),
			})),
	}));
}

function getChoices(context: IExecuteFunctions, parameter: string, itemIndex: number): Choice[] {
	const what = parameter.startsWith('rows') ? 'row' : 'button';
	const entered = context.getNodeParameter(parameter, itemIndex, []) as Partial<
		Record<keyof Choice, unknown>
	>[];
	const choices = entered.map(({ title, description, section, id }, index) => {
		const read = (value: unknown, field: string) =>
			textOrThrow(context, value, `The ${field} of ${what} ${index + 1}`, itemIndex).trim();
		return {
			title: read(title, 'title'),
			description: read(description, 'description'),
			section: read(section, 'section'),
			id: read(id, 'ID') || read(title, 'title'),
		};
	});
	if (choices.length > 0 && choices.every(({ title }) => title !== '')) return choices;
	throw new NodeOperationError(context.getNode(), `There is a ${what} without a title, or none at all`, {
		description: `Add at least one ${what}, and enter a title for each.`,
		itemIndex,
	});
}

/** Lists have only texts as headers. */
function getHeader(context: IExecuteFunctions, type: string, itemIndex: number): IDataObject | undefined {
	const link = type === 'list' ? '' : option(context, 'headerUrl', 'Header File URL', itemIndex);
	const text = option(context, 'header', 'Header', itemIndex);
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

function option(context: IExecuteFunctions, name: string, field: string, itemIndex: number): string {
	return getText(context, `options.${name}`, field, itemIndex).trim();
}

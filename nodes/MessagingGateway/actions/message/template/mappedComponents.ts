import type { GenericValue, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseJsonObject } from '../../../json';
import type { HeaderFile } from './headerFile';
import type { ColumnValues } from './mappedValues';

/** A parameter for a placeholder with a number or a name. */
interface TextParameter {
	name: string;
	parameter: IDataObject;
}

/**
 * Returns the `components` of the request for the values of the columns (see `columns.ts`). Ignores fields that are no
 * column. Throws a NodeOperationError for an action that is no JSON object.
 */
export function mappedComponents(
	context: IExecuteFunctions,
	itemIndex: number,
	values: ColumnValues,
	file: HeaderFile | undefined,
): IDataObject[] {
	const header: TextParameter[] = [];
	const body: TextParameter[] = [];
	const buttons: IDataObject[] = [];
	for (const [id, value] of Object.entries(values)) {
		const [, prefix, name] = /^(header|body|date|amount|button)_(.+)$/s.exec(id) ?? [];
		if (prefix === 'header') header.push({ name, parameter: textParameter(value) });
		if (prefix === 'body') body.push({ name, parameter: textParameter(value) });
		if (prefix === 'date') {
			body.push({ name, parameter: { type: 'date_time', date_time: { fallback_value: textOf(value) } } });
		}
		if (prefix === 'amount') {
			body.push({ name, parameter: currencyParameter(Number(value), values[`currency_${name}`]) });
		}
		if (prefix === 'button') buttons.push(...buttonComponents(context, itemIndex, name, value));
	}
	const headerParameters = file ? [fileParameter(file, values)] : [...location(values), ...inOrder(header)];
	return [
		...(headerParameters.length > 0 ? [{ type: 'header', parameters: headerParameters }] : []),
		...(body.length > 0 ? [{ type: 'body', parameters: inOrder(body) }] : []),
		...buttons,
	];
}

function textOf(value: GenericValue): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textParameter(value: GenericValue): IDataObject {
	return { type: 'text', text: textOf(value) };
}

/** The gateway takes amounts in thousandths of the currency unit. */
function currencyParameter(amount: number, code: GenericValue = 'EUR'): IDataObject {
	const currency = { code: textOf(code).trim().toUpperCase(), amount_1000: Math.round(amount * 1000) };
	return { type: 'currency', currency };
}

/** Sorts numbered placeholders; the parameters of named ones carry their name. */
function inOrder(parameters: readonly TextParameter[]): IDataObject[] {
	const isNumbered = parameters.every(({ name }) => /^\d+$/.test(name));
	if (!isNumbered) return parameters.map(({ name, parameter }) => ({ ...parameter, parameter_name: name }));
	return [...parameters].sort((a, b) => Number(a.name) - Number(b.name)).map(({ parameter }) => parameter);
}

function fileParameter({ kind, link, filename: ownName }: HeaderFile, values: ColumnValues): IDataObject {
	if (kind !== 'document') return { type: kind, [kind]: { link } };
	const filename = values.filename === undefined ? ownName : textOf(values.filename);
	return { type: kind, document: { link, ...(filename && { filename }) } };
}

function location({ latitude, longitude, location_name, location_address }: ColumnValues): IDataObject[] {
	if (latitude === undefined || longitude === undefined) return [];
	const place = {
		latitude: Number(latitude),
		longitude: Number(longitude),
		...(location_name !== undefined && { name: textOf(location_name) }),
		...(location_address !== undefined && { address: textOf(location_address) }),
	};
	return [{ type: 'location', location: place }];
}

/** The gateway converts a text to what the kind of the button needs. Only an action is an object. */
const ACTION_KINDS: ReadonlySet<string> = new Set(['flow', 'catalog', 'mpm', 'order_details']);

function buttonComponents(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	value: GenericValue,
): IDataObject[] {
	const [, number, kind] = /^(\d+)_(\w+)$/.exec(name) ?? [];
	if (number === undefined) return [];
	const parameter = ACTION_KINDS.has(kind)
		? { type: 'action', action: actionOf(context, itemIndex, number, value) }
		: textParameter(value);
	return [{ type: 'button', sub_type: kind, index: Number(number) - 1, parameters: [parameter] }];
}

function actionOf(
	context: IExecuteFunctions,
	itemIndex: number,
	number: string,
	value: GenericValue,
): IDataObject {
	const action = parseJsonObject(value);
	if (action) return action;
	throw new NodeOperationError(context.getNode(), `The value of button ${number} is not a JSON object`, {
		description: 'Write it with curly brackets and quoted names, e.g. { "flow_token": "booking-7" }.',
		itemIndex,
	});
}

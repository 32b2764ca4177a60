import type { GenericValue, IDataObject, IExecuteFunctions, ResourceMapperField } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** The name of the form field with the values of the template, a resource mapper. */
export const MAPPER = 'templateVariables';

/** The values of columns by their IDs, without the empty ones. */
export type ColumnValues = Readonly<Record<string, GenericValue>>;

/**
 * Returns the values of an item, entered in the form or taken from its fields. Throws a NodeOperationError when a
 * required column has none.
 */
export function mappedValues(context: IExecuteFunctions, itemIndex: number): ColumnValues {
	const columns = knownColumns(context);
	const isAutomatic = context.getNodeParameter(`${MAPPER}.mappingMode`, itemIndex, '') === 'autoMapInputData';
	const given = isAutomatic
		? fromInput(context.getInputData()[itemIndex].json, columns)
		: ((context.getNodeParameter(`${MAPPER}.value`, itemIndex, {}) ?? {}) as IDataObject);
	const values = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)));
	const missing = columns.find(({ id, required }) => required && !(id in values));
	if (missing === undefined) return values;
	throw new NodeOperationError(context.getNode(), `The variable "${missing.displayName}" has no value`, {
		description: isAutomatic
			? `Add the field ${missing.id} to the input item, e.g. with an Edit Fields node, or map each column manually.`
			: 'Enter a value, or check that the expression has one for this item.',
		itemIndex,
	});
}

/** Returns the columns that the editor has stored for the selected template; empty: it has loaded none. */
function knownColumns(context: IExecuteFunctions): ResourceMapperField[] {
	const mapper = context.getNode().parameters[MAPPER] as { schema?: ResourceMapperField[] } | undefined;
	return mapper?.schema ?? [];
}

/** Named placeholders are found by their bare name too: `first_name` fills in the column `body_first_name`. */
function fromInput(json: IDataObject, columns: readonly ResourceMapperField[]): IDataObject {
	if (columns.length === 0) return json;
	return Object.fromEntries(
		columns.map(({ id }) => {
			const name = /^(?:header|body|date|amount)_(.*\D.*)$/.exec(id)?.[1];
			return [id, json[id] ?? (name === undefined ? undefined : json[name])];
		}),
	);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

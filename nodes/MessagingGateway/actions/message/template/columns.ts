import type { ResourceMapperField } from 'n8n-workflow';

import type { TemplatePlaceholder } from './listTemplates';

/**
 * The columns of a template, with IDs that say which placeholder they fill in:
 *
 * - `header_<name>`, `body_<name>`: a text, by the number or the name of its placeholder;
 * - `date_<name>`, `amount_<name>`, `currency_<name>`: a date, an amount of money and its currency in the body;
 * - `image`, `video`, `document`, `filename`: the file in the header and its name;
 * - `latitude`, `longitude`, `location_name`, `location_address`: the location in the header;
 * - `button_<number>_<kind>`: a button, counted from 1.
 *
 * Only the texts have names of their own behind the prefix, so that no name of a template equals another column.
 */
export function templateColumns(placeholders: readonly TemplatePlaceholder[]): ResourceMapperField[] {
	return placeholders.flatMap((placeholder) => {
		if (placeholder.component === 'button') return [buttonColumn(placeholder)];
		return placeholder.name === null
			? headerColumns(placeholder)
			: textColumns(placeholder, placeholder.name);
	});
}

/** The longest label, in characters. A narrow form shows about 24, which must say the place. */
const LABEL_LENGTH = 40;

function textColumns(
	{ component, type, example, required }: TemplatePlaceholder,
	name: string,
): ResourceMapperField[] {
	const place = `${component === 'header' ? 'Header' : 'Body'} {{${name}}}`;
	const label = withExample(place, example);
	if (component === 'header') return [column(`header_${name}`, label, { required })];
	if (type === 'currency') {
		return [
			column(`amount_${name}`, label, { required, type: 'number' }),
			column(`currency_${name}`, `${place}: currency`, { required, defaultValue: 'EUR' }),
		];
	}
	return [column(`${type === 'date_time' ? 'date' : 'body'}_${name}`, label, { required })];
}

function headerColumns({ type, required }: TemplatePlaceholder): ResourceMapperField[] {
	if (type !== 'location') {
		const kind = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
		const file = column(type, `${kind} URL or field`, { required });
		return type === 'document' ? [file, optional('filename', 'Document name')] : [file];
	}
	return [
		column('latitude', 'Latitude', { required, type: 'number' }),
		column('longitude', 'Longitude', { required, type: 'number' }),
		optional('location_name', 'Location name'),
		optional('location_address', 'Location address'),
	];
}

/** What the parameter of a button is, for a button without an example. */
const BUTTON_VALUES: Readonly<Record<string, string>> = {
	text: 'end of URL',
	payload: 'payload',
	coupon_code: 'code to copy',
	action: 'JSON',
};

function buttonColumn({ subType, index, type, title, example, required }: TemplatePlaceholder) {
	const number = (index ?? 0) + 1;
	const place = `Button ${number}${title === null ? '' : ` "${shortened(title, 16)}"`}`;
	const label = example === null ? `${place}: ${BUTTON_VALUES[type] ?? type}` : withExample(place, example);
	return column(`button_${number}_${subType ?? ''}`, label, {
		required,
		removed: !required,
		type: type === 'action' ? 'object' : 'string',
	});
}

function column(
	id: string,
	displayName: string,
	settings: Partial<ResourceMapperField> & { required: boolean },
): ResourceMapperField {
	return {
		id,
		displayName,
		type: 'string',
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		...settings,
	};
}

/** A column that the form shows only after a user has added it. */
function optional(id: string, displayName: string): ResourceMapperField {
	return column(id, displayName, { required: false, removed: true });
}

function withExample(place: string, example: string | null): string {
	if (example === null) return place;
	const text = `${place}: e.g. `;
	return text + shortened(example.replace(/\s+/g, ' ').trim(), Math.max(LABEL_LENGTH - text.length, 8));
}

function shortened(text: string, length: number): string {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** A button, or an entry of a list. */
export interface InteractiveOption {
	kind: 'reply' | 'url' | 'phone' | 'copy_code' | 'list' | 'flow' | 'other';
	id: string | null;
	title: string;
	/** Below the title of a list's entry. */
	description: string | null;
	/** The heading above a list's entry. */
	section: string | null;
	/** The page that it opens, the number that it calls, or the code that it copies. */
	value: string | null;
}

/** The parts of an interactive message. */
export interface InteractiveParts {
	header: string | null;
	body: string | null;
	footer: string | null;
	/** The label of the button that opens the list; null: the options are buttons. */
	listLabel: string | null;
	options: readonly InteractiveOption[];
}

/** Maximum number of shown options: more than any network accepts. */
const LIMIT = 100;
const KINDS: readonly string[] = ['reply', 'url', 'phone', 'copy_code', 'list', 'flow', 'other'];

/**
 * Returns the parts of an interactive message: of a received one in the API's shape, of a sent one in the shape of
 * Meta's Cloud API. A client may have sent any object: fields of another type are left out.
 */
export function interactiveParts(message: Readonly<Record<string, unknown>>): InteractiveParts {
	const { header, body, footer, options } = message;
	if (!Array.isArray(options)) return sentParts(message);
	return {
		header: textOf(header),
		body: textOf(body),
		footer: textOf(footer),
		listLabel: null,
		options: options.slice(0, LIMIT).map((option: unknown) => {
			const { kind, id, title, value, description } = objectOf(option);
			return {
				kind: (KINDS.includes(kind as string) ? kind : 'other') as InteractiveOption['kind'],
				id: textOf(id),
				title: textOf(title) ?? '',
				description: textOf(description),
				section: null,
				value: textOf(value),
			};
		}),
	};
}

function sentParts({
	type,
	header,
	body,
	footer,
	action,
}: Readonly<Record<string, unknown>>): InteractiveParts {
	const parts = objectOf(action);
	return {
		header: textOf(objectOf(header).text) ?? fileHeader(objectOf(header).type),
		body: textOf(objectOf(body).text),
		footer: textOf(objectOf(footer).text),
		listLabel: type === 'list' ? (textOf(parts.button) ?? 'Open the list') : null,
		options: sentOptions(type, parts).slice(0, LIMIT),
	};
}

function sentOptions(type: unknown, action: Record<string, unknown>): InteractiveOption[] {
	if (type === 'button') {
		return listOf(action.buttons).map((button) => toOption('reply', objectOf(objectOf(button).reply)));
	}
	if (type === 'list') {
		return listOf(action.sections)
			.map(objectOf)
			.flatMap((section) =>
				listOf(section.rows).map((row) => ({
					...toOption('reply', objectOf(row)),
					section: textOf(section.title),
				})),
			);
	}
	const parameters = objectOf(action.parameters);
	if (type === 'cta_url') {
		return [{ ...toOption('url', { title: parameters.display_text }), value: textOf(parameters.url) }];
	}
	if (type === 'flow') return [toOption('flow', { title: parameters.flow_cta })];
	if (type === 'location_request_message') return [toOption('other', { title: 'Send a location' })];
	return [];
}

function toOption(
	kind: InteractiveOption['kind'],
	{ id, title, description }: Record<string, unknown>,
): InteractiveOption {
	return {
		kind,
		id: textOf(id),
		title: textOf(title) ?? '',
		description: textOf(description),
		section: null,
		value: null,
	};
}

function fileHeader(type: unknown): string | null {
	return type === 'image' || type === 'video' || type === 'document' ? `[${type}]` : null;
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value.slice(0, LIMIT) : [];
}

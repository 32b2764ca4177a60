import { INTERACTIVE_LIMIT } from '../../../domain/messages/message-details.ts';
import { invalidParameters } from '../../../domain/invalid-parameters.ts';

interface Media {
	id?: string;
	link?: string;
}

interface Section {
	title?: string;
	rows: readonly { id: string; title: string; description?: string }[];
}

/** The `interactive` of a send request, in the shape of Meta's Cloud API. The schema of the request checks the shape. */
export interface InteractiveFields {
	type: 'button' | 'list' | 'cta_url' | 'location_request_message' | 'flow';
	header?: {
		type: 'text' | 'image' | 'video' | 'document';
		text?: string;
		image?: Media;
		video?: Media;
		document?: Media;
	};
	body: { text: string };
	footer?: { text: string };
	action: {
		button?: string;
		buttons?: readonly { reply: { id: string; title: string } }[];
		sections?: readonly Section[];
		name?: string;
		parameters?: { url?: string; flow_id?: string; flow_name?: string };
	};
}

/** Meta allows this many rows in all sections of a list together. */
const ROWS_LIMIT = 10;

/** Checks what the schema of the request does not say. Throws invalid_parameters with the name of the field. */
export function checkInteractive(interactive: InteractiveFields): void {
	if (Buffer.byteLength(JSON.stringify(interactive)) > INTERACTIVE_LIMIT) {
		throw invalidParameters(`"interactive" must be at most ${INTERACTIVE_LIMIT} bytes when serialised`);
	}
	const { header, body, action } = interactive;
	if (body.text.trim() === '') throw invalidParameters('"interactive.body.text" must not be blank');
	if (header !== undefined) checkHeader(header);
	if (action.buttons !== undefined) checkButtons(action.buttons);
	if (action.sections !== undefined) checkSections(action.sections);
	checkParameters(interactive);
}

function checkHeader(header: NonNullable<InteractiveFields['header']>): void {
	if (header.type === 'text') return;
	const { id, link } = header[header.type] ?? {};
	const at = `interactive.header.${header.type}`;
	if ((id === undefined) === (link === undefined)) {
		throw invalidParameters(
			`"${at}" must have either "link", an https:// URL, or "id", Meta's id of an uploaded file`,
		);
	}
	if (link !== undefined && URL.parse(link)?.protocol !== 'https:') {
		throw invalidParameters(`"${at}.link" must be a complete URL that begins with https://`);
	}
}

function checkButtons(buttons: readonly { reply: { id: string; title: string } }[]): void {
	requireDistinct(
		buttons.map(({ reply }) => reply.id),
		(index) => `interactive.action.buttons.${index}.reply.id`,
	);
	requireDistinct(
		buttons.map(({ reply }) => reply.title),
		(index) => `interactive.action.buttons.${index}.reply.title`,
	);
}

function checkSections(sections: readonly Section[]): void {
	const at = 'interactive.action.sections';
	const untitled = sections.findIndex(({ title }) => title === undefined);
	if (sections.length > 1 && untitled !== -1) {
		throw invalidParameters(`"${at}.${untitled}.title" is required in a list of several sections`);
	}
	const rows = sections.flatMap((section, number) =>
		section.rows.map(({ id }, index) => ({ id, path: `${at}.${number}.rows.${index}.id` })),
	);
	if (rows.length > ROWS_LIMIT)
		throw invalidParameters(`"${at}" must have at most ${ROWS_LIMIT} rows together`);
	requireDistinct(
		rows.map(({ id }) => id),
		(index) => rows[index]?.path ?? at,
	);
}

function checkParameters({ type, action: { parameters = {} } }: InteractiveFields): void {
	const at = 'interactive.action.parameters';
	const { url, flow_id: flowId, flow_name: flowName } = parameters;
	if (type === 'flow' && (flowId === undefined) === (flowName === undefined)) {
		throw invalidParameters(`"${at}" must have either "flow_id" or "flow_name"`);
	}
	const protocol = url === undefined ? 'https:' : URL.parse(url)?.protocol;
	if (protocol !== 'https:' && protocol !== 'http:') {
		throw invalidParameters(`"${at}.url" must be a complete URL, such as https://example.com/`);
	}
}

/** Meta refuses a message with two equal ids, or with two buttons of the same title. */
function requireDistinct(values: readonly string[], pathOf: (index: number) => string): void {
	const repeated = values.findIndex((value, index) => values.indexOf(value) !== index);
	if (repeated !== -1) throw invalidParameters(`"${pathOf(repeated)}" must differ from those before it`);
}

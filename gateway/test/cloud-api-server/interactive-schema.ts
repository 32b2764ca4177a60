/**
 * JSON schemas of the interactive objects of Meta's Cloud API, with its limits. They are closed, so that an unknown
 * field fails in the tests and not in production.
 */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const https = { type: 'string', pattern: '^https://' };

function closed(properties: Record<string, object>, required = Object.keys(properties)) {
	return { type: 'object', properties, required, additionalProperties: false };
}

const file = (more: Record<string, object> = {}) => ({
	oneOf: [closed({ id: text(256), ...more }, ['id']), closed({ link: https, ...more }, ['link'])],
});
const textHeader = closed({ type: { const: 'text' }, text: text(60) });
const header = {
	oneOf: [
		textHeader,
		closed({ type: { const: 'image' }, image: file() }),
		closed({ type: { const: 'video' }, video: file() }),
		closed({ type: { const: 'document' }, document: file({ filename: text(240) }) }),
	],
};

/** `more` replaces a part of the object, such as its header. */
function interactive(type: string, action: object, more: Record<string, object> = {}) {
	const parts = { header, footer: closed({ text: text(60) }), ...more };
	return closed({ type: { const: type }, body: closed({ text: text(1024) }), action, ...parts }, [
		'type',
		'body',
		'action',
	]);
}

const flowParameters = {
	flow_message_version: { const: '3' },
	flow_id: text(256),
	flow_name: text(256),
	flow_cta: text(30),
	flow_token: text(1024),
	mode: { enum: ['draft', 'published'] },
	flow_action: { enum: ['navigate', 'data_exchange'] },
	flow_action_payload: closed({ screen: text(256), data: { type: 'object', minProperties: 1 } }, []),
};

export const INTERACTIVE_SCHEMA = {
	oneOf: [
		interactive(
			'button',
			closed({
				buttons: {
					type: 'array',
					minItems: 1,
					maxItems: 3,
					items: closed({ type: { const: 'reply' }, reply: closed({ id: text(256), title: text(20) }) }),
				},
			}),
		),
		interactive(
			'list',
			closed({
				button: text(20),
				sections: {
					type: 'array',
					minItems: 1,
					maxItems: 10,
					items: closed(
						{
							title: text(24),
							rows: {
								type: 'array',
								minItems: 1,
								maxItems: 10,
								items: closed({ id: text(200), title: text(24), description: text(72) }, ['id', 'title']),
							},
						},
						['rows'],
					),
				},
			}),
			{ header: textHeader },
		),
		interactive(
			'cta_url',
			closed({
				name: { const: 'cta_url' },
				parameters: closed({ display_text: text(20), url: { type: 'string', pattern: '^https?://' } }),
			}),
		),
		closed({
			type: { const: 'location_request_message' },
			body: closed({ text: text(1024) }),
			action: closed({ name: { const: 'send_location' } }),
		}),
		interactive(
			'flow',
			closed({
				name: { const: 'flow' },
				parameters: {
					...closed(flowParameters, ['flow_message_version', 'flow_cta']),
					oneOf: [{ required: ['flow_id'] }, { required: ['flow_name'] }],
				},
			}),
		),
	],
};

/** The rows of all sections of a list together. */
const MAX_ROWS = 10;

/** Returns what Meta refuses in a valid interactive object, or null: repeated ids and titles, and too many rows. */
export function interactiveViolation(interactive: unknown): string | null {
	const { action } = interactive as {
		action: {
			buttons?: { reply: { id: string; title: string } }[];
			sections?: { title?: string; rows: { id: string }[] }[];
		};
	};
	const { buttons = [], sections = [] } = action;
	const rows = sections.flatMap((section) => section.rows);
	if (rows.length > MAX_ROWS) return 'The list has more than 10 rows.';
	if (sections.length > 1 && sections.some(({ title }) => title === undefined)) {
		return 'A section of several has no title.';
	}
	const lists = [
		rows.map(({ id }) => id),
		buttons.map(({ reply }) => reply.id),
		buttons.map(({ reply }) => reply.title),
	];
	return lists.some((list) => new Set(list).size < list.length) ? 'Two buttons or rows are equal.' : null;
}

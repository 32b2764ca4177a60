import { Type, type TObject } from 'typebox';
import type { InteractiveFields } from '../../outbound/preparing/kinds/interactive.ts';
import { AnyObject, EXTENSION, OneOf } from '../server/schemas/fields.ts';

/*
 * Interactive messages in the shape, with the names and with the limits of Meta's Cloud API. The `type` of an object determines its shape.
 */

const closed = { additionalProperties: false };
const text = (maxLength: number, examples: string[] = []) =>
	Type.String({ minLength: 1, maxLength, ...(examples.length === 0 ? {} : { examples }) });
const kind = <const T extends string>(type: T) => OneOf([type]);

/** An object of one of these shapes, which differ by their `type`. */
function byType<T>(shapes: readonly TObject[], annotations: object = {}) {
	return Type.Unsafe<T>({
		type: 'object',
		required: ['type'],
		discriminator: { propertyName: 'type' },
		oneOf: shapes,
		...annotations,
	});
}

const BODY = Type.Object(
	{ text: text(1024, ['Shall we deliver today?']) },
	{ ...closed, description: 'The text of the message.' },
);
const FOOTER = Type.Optional(Type.Object({ text: text(60) }, closed));

const TextHeader = Type.Object({ type: kind('text'), text: text(60) }, closed);
const file = {
	id: Type.Optional(
		Type.String({ minLength: 1, maxLength: 256, description: 'Meta’s id of an uploaded file.' }),
	),
	link: Type.Optional(
		Type.String({ minLength: 1, maxLength: 4096, description: 'HTTPS URL; in place of id.' }),
	),
};
const File = Type.Object(file, closed);
const Document = Type.Object({ ...file, filename: Type.Optional(text(255)) }, closed);
type Header = NonNullable<InteractiveFields['header']>;
const TEXT_HEADER = Type.Optional(byType<Header>([TextHeader]));
const HEADER = Type.Optional(
	byType<Header>([
		TextHeader,
		Type.Object({ type: kind('image'), image: File }, closed),
		Type.Object({ type: kind('video'), video: File }, closed),
		Type.Object({ type: kind('document'), document: Document }, closed),
	]),
);

/** Up to three buttons, which answer in the chat. */
export const InteractiveButtons = Type.Object(
	{
		type: kind('button'),
		header: HEADER,
		body: BODY,
		footer: FOOTER,
		action: Type.Object(
			{
				buttons: Type.Array(
					Type.Object(
						{ type: kind('reply'), reply: Type.Object({ id: text(256), title: text(20) }, closed) },
						closed,
					),
					{ minItems: 1, maxItems: 3 },
				),
			},
			closed,
		),
	},
	closed,
);

/** A list that opens, of at most ten rows. */
export const InteractiveList = Type.Object(
	{
		type: kind('list'),
		header: TEXT_HEADER,
		body: BODY,
		footer: FOOTER,
		action: Type.Object(
			{
				button: text(20),
				sections: Type.Array(
					Type.Object(
						{
							title: Type.Optional(text(24)),
							rows: Type.Array(
								Type.Object({ id: text(200), title: text(24), description: Type.Optional(text(72)) }, closed),
								{ minItems: 1, maxItems: 10 },
							),
						},
						{ ...closed, examples: [{ title: 'Today', rows: [{ id: '18', title: 'At six' }] }] },
					),
					{ minItems: 1, maxItems: 10 },
				),
			},
			closed,
		),
	},
	closed,
);

/** A button that opens a page. */
export const InteractiveLink = Type.Object(
	{
		type: kind('cta_url'),
		header: HEADER,
		body: BODY,
		footer: FOOTER,
		action: Type.Object(
			{
				name: kind('cta_url'),
				parameters: Type.Object(
					{ display_text: text(20), url: Type.String({ minLength: 1, maxLength: 2000 }) },
					closed,
				),
			},
			closed,
		),
	},
	closed,
);

/** A button by which a person sends their location. */
export const InteractiveLocationRequest = Type.Object(
	{
		type: kind('location_request_message'),
		body: BODY,
		action: Type.Object({ name: kind('send_location') }, closed),
	},
	closed,
);

/** A button that opens a form of Meta's Flows. */
export const InteractiveFlow = Type.Object(
	{
		type: kind('flow'),
		header: HEADER,
		body: BODY,
		footer: FOOTER,
		action: Type.Object(
			{
				name: kind('flow'),
				parameters: Type.Object(
					{
						flow_message_version: kind('3'),
						flow_id: Type.Optional(text(256)),
						flow_name: Type.Optional(text(256)),
						flow_cta: text(30),
						flow_token: Type.Optional(text(1024)),
						mode: Type.Optional(OneOf(['draft', 'published'])),
						flow_action: Type.Optional(OneOf(['navigate', 'data_exchange'])),
						flow_action_payload: Type.Optional(
							Type.Object(
								{
									screen: Type.Optional(text(256)),
									data: Type.Optional(AnyObject()),
								},
								closed,
							),
						),
					},
					closed,
				),
			},
			closed,
		),
	},
	closed,
);

export const SentInteractive = byType<InteractiveFields>(
	[InteractiveButtons, InteractiveList, InteractiveLink, InteractiveLocationRequest, InteractiveFlow],
	{
		description:
			'Buttons, a list, a link, a request for a location or a flow, in place of message, in the shape of Meta’s Cloud API; at most 16 KiB serialised.',
		examples: [
			{
				type: 'button',
				body: { text: 'Shall we deliver today?' },
				action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
			},
		],
		...EXTENSION,
	},
);

import { beforeAll, describe, expect, it } from '@jest/globals';
import { gateway, send, sent, useSendingInstance } from '../../support/sending-suite.ts';
import { simulatedOfficialInstance } from '../../support/official/simulated-official.ts';

const BODY = { text: 'Shall we deliver today?' };
const LIST = {
	type: 'list',
	body: BODY,
	action: {
		button: 'Choose',
		sections: [
			{ title: 'Morning', rows: [{ id: '8', title: 'At eight' }] },
			{ title: 'Evening', rows: [{ id: '18', title: 'At six', description: 'Until seven' }] },
		],
	},
};
const BUTTONS = {
	type: 'button',
	header: { type: 'image', image: { link: 'https://example.com/a.jpg' } },
	body: BODY,
	footer: { text: 'Your shop' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
};
const LINK = {
	type: 'cta_url',
	body: BODY,
	action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/' } },
};
const LOCATION_REQUEST = {
	type: 'location_request_message',
	body: BODY,
	action: { name: 'send_location' },
};
const FLOW = {
	type: 'flow',
	header: { type: 'text', text: 'Booking' },
	body: BODY,
	action: {
		name: 'flow',
		parameters: {
			flow_message_version: '3',
			flow_id: '1',
			flow_cta: 'Book',
			flow_action: 'navigate',
			flow_action_payload: { screen: 'FIRST', data: { day: '2026-12-24' } },
		},
	},
};

describe('POST /v1/messages/send with an interactive message', () => {
	let officialId: string;

	useSendingInstance();
	beforeAll(async () => {
		officialId = await simulatedOfficialInstance(gateway);
	});

	it.each([
		['buttons', BUTTONS],
		['a list', LIST],
		['a link', LINK],
		['a request for a location', LOCATION_REQUEST],
		['a flow', FLOW],
	])('sends %s in the shape of Meta', async (_what, interactive) => {
		expect(await sent({ instanceId: officialId, interactive })).toMatchObject({
			type: 'text',
			content: BODY.text,
			interactive,
		});
	});

	const row = (id: number) => ({ id: String(id), title: `Row ${id}` });
	it.each<[string, object, string]>([
		['no type', { body: BODY, action: {} }, '"interactive.type"'],
		['an unknown type', { ...LINK, type: 'product' }, '"interactive.type" must be one of button, list'],
		['no body', { type: 'button', action: BUTTONS.action }, '"interactive.body"'],
		['a blank body', { ...BUTTONS, body: { text: ' ' } }, '"interactive.body.text"'],
		[
			'a body of 1,025 characters',
			{ ...BUTTONS, body: { text: 'x'.repeat(1025) } },
			'"interactive.body.text"',
		],
		['no buttons', { ...BUTTONS, action: { buttons: [] } }, '"interactive.action.buttons"'],
		[
			'four buttons',
			{ ...BUTTONS, action: { buttons: [1, 2, 3, 4].map((id) => ({ type: 'reply', reply: row(id) })) } },
			'"interactive.action.buttons"',
		],
		[
			'two buttons of one id',
			{
				...BUTTONS,
				action: { buttons: ['a', 'b'].map((title) => ({ type: 'reply', reply: { id: '1', title } })) },
			},
			'"interactive.action.buttons.1.reply.id"',
		],
		[
			'a header by HTTP',
			{ ...BUTTONS, header: { type: 'image', image: { link: 'http://x.example/a' } } },
			'image.link',
		],
		[
			'a header without a file',
			{ ...BUTTONS, header: { type: 'video', video: {} } },
			'interactive.header.video',
		],
		[
			'a header of an unknown type',
			{ ...BUTTONS, header: { type: 'gif' } },
			'"interactive.header.type" must be one of',
		],
		[
			'a list with a picture',
			{ ...LIST, header: BUTTONS.header },
			'"interactive.header.type" must be one of text',
		],
		[
			'a list of eleven rows',
			{
				...LIST,
				action: {
					button: 'x',
					sections: [
						{ title: 'a', rows: [1, 2, 3, 4, 5, 6].map(row) },
						{ title: 'b', rows: [7, 8, 9, 10, 11].map(row) },
					],
				},
			},
			'at most 10 rows',
		],
		[
			'sections without titles',
			{ ...LIST, action: { button: 'x', sections: [{ rows: [row(1)] }, { rows: [row(2)] }] } },
			'"interactive.action.sections.0.title"',
		],
		[
			'a link that runs a script',
			{ ...LINK, action: { name: 'cta_url', parameters: { display_text: 'x', url: 'javascript:1' } } },
			'"interactive.action.parameters.url"',
		],
		[
			'an unknown action',
			{ ...LOCATION_REQUEST, action: { name: 'send_money' } },
			'"interactive.action.name"',
		],
		[
			'a flow with an id and a name',
			{ ...FLOW, action: { name: 'flow', parameters: { ...FLOW.action.parameters, flow_name: 'x' } } },
			'"interactive.action.parameters"',
		],
		[
			'a flow of 20 kB',
			{
				...FLOW,
				action: {
					name: 'flow',
					parameters: { ...FLOW.action.parameters, flow_action_payload: { data: { x: 'x'.repeat(20_000) } } },
				},
			},
			'"interactive" must be at most',
		],
		['an unknown field', { ...LINK, sticker: true }, '"interactive.sticker"'],
	])('answers 400 for an interactive message with %s', async (_what, interactive, field) => {
		const answer = await send({ instanceId: officialId, interactive });
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	it('answers official_api_required for an interactive message by QR code', async () => {
		const answer = await send({ interactive: BUTTONS });
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_required']);
		expect(answer.text('error.message')).toMatch(/Interactive messages .* poll/);
	});
});

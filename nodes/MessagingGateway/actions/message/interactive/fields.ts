import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { messageText } from '../sending/messageText';

const types: INodePropertyOptions[] = [
	{ name: 'Buttons', value: 'button', description: 'Up to three buttons that answer in the chat' },
	{
		name: 'JSON',
		value: 'json',
		description: "Any interactive message in the shape of Meta's Cloud API, e.g. a flow",
	},
	{ name: 'Link Button', value: 'cta_url', description: 'One button that opens a page' },
	{ name: 'List', value: 'list', description: 'Up to ten rows to choose one of' },
	{
		name: 'Location Request',
		value: 'location_request_message',
		description: 'A button by which the recipient sends a location',
	},
];

const optionId: INodeProperties = {
	displayName: 'ID',
	name: 'id',
	type: 'string',
	default: '',
	placeholder: 'e.g. delivery-18',
	description:
		'What the trigger returns as the ID of the reply when somebody taps it. Leave empty for the title.',
};

const buttons: INodeProperties = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add button',
	default: { button: [{ title: '', id: '' }] },
	displayOptions: { show: { interactiveType: ['button'] } },
	description: 'One to three buttons',
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					placeholder: 'e.g. Deliver today',
					description: 'The text of the button, up to 20 characters',
				},
				optionId,
			],
		},
	],
};

const list: INodeProperties[] = [
	{
		displayName: 'List Button',
		name: 'listButton',
		type: 'string',
		default: 'Choose',
		required: true,
		displayOptions: { show: { interactiveType: ['list'] } },
		placeholder: 'e.g. Choose a time',
		description: 'The text of the button that opens the list, up to 20 characters',
	},
	{
		displayName: 'Rows',
		name: 'rows',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add row',
		default: { row: [{ title: '', description: '', section: '', id: '' }] },
		displayOptions: { show: { interactiveType: ['list'] } },
		description: 'One to ten rows',
		options: [
			{
				displayName: 'Row',
				name: 'row',
				values: [
					{
						displayName: 'Title',
						name: 'title',
						type: 'string',
						default: '',
						placeholder: 'e.g. 6 pm',
						description: 'The text of the row, up to 24 characters',
					},
					{
						displayName: 'Description',
						name: 'description',
						type: 'string',
						default: '',
						placeholder: 'e.g. The last delivery of the day',
						description: 'The text below the title, up to 72 characters',
					},
					{
						displayName: 'Section',
						name: 'section',
						type: 'string',
						default: '',
						placeholder: 'e.g. Today',
						description:
							'The title of the section that the row is in, up to 24 characters. Required when there are several sections.',
					},
					optionId,
				],
			},
		],
	},
];

const link: INodeProperties[] = [
	{
		displayName: 'Link Text',
		name: 'linkText',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { interactiveType: ['cta_url'] } },
		placeholder: 'e.g. Track order',
		description: 'The text of the button, up to 20 characters',
	},
	{
		displayName: 'Link URL',
		name: 'linkUrl',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { interactiveType: ['cta_url'] } },
		placeholder: 'e.g. https://example.com/orders/4711',
		description: 'The page that the button opens',
	},
];

/** The form fields for the content of Send Buttons or List. */
export const interactiveFields: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'interactiveType',
		type: 'options',
		options: types,
		default: 'button',
		description: 'What the recipient can tap',
		hint: 'Needs an instance of the official business API. Elsewhere, ask with Send Poll.',
	},
	{
		...messageText,
		displayOptions: { hide: { interactiveType: ['json'] } },
		placeholder: 'e.g. When shall we deliver?',
		description: 'The text above what the recipient taps, up to 1,024 characters',
	},
	buttons,
	...list,
	...link,
	{
		displayName: 'Interactive (JSON)',
		name: 'interactive',
		type: 'json',
		typeOptions: { rows: 10 },
		default:
			'{\n  "type": "button",\n  "body": { "text": "Shall we deliver today?" },\n  "action": {\n    "buttons": [\n      { "type": "reply", "reply": { "id": "yes", "title": "Yes" } }\n    ]\n  }\n}',
		required: true,
		displayOptions: { show: { interactiveType: ['json'] } },
		description: "The field interactive of a message of Meta's Cloud API",
	},
];

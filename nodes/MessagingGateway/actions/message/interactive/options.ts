import type { INodeProperties } from 'n8n-workflow';

const WITH_HEADER = ['button', 'cta_url', 'list'];

/** The options for what is above and below the text. */
export const interactiveOptions: INodeProperties[] = [
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		displayOptions: { show: { '/interactiveType': WITH_HEADER } },
		placeholder: 'e.g. Free delivery from 50 euros',
		description: 'The small text below the message, up to 60 characters',
	},
	{
		displayName: 'Header',
		name: 'header',
		type: 'string',
		default: '',
		displayOptions: { show: { '/interactiveType': WITH_HEADER } },
		placeholder: 'e.g. Your order 4711',
		description: 'The title above the message, up to 60 characters',
	},
	{
		displayName: 'Header File URL',
		name: 'headerUrl',
		type: 'string',
		default: '',
		displayOptions: { show: { '/interactiveType': ['button', 'cta_url'] } },
		placeholder: 'e.g. https://example.com/photo.jpg',
		description:
			'Public HTTPS address of an image, a video or a document to show in place of the header. The address ends with the file extension.',
	},
];

import type { INodeProperties } from 'n8n-workflow';

import { FROM_VERSION_2, VERSION_1 } from '../descriptions/version';
import { deadlineFields } from './deadline';
import { approverFields } from './approvers';

const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'One answer approves, another one declines',
		},
		{ name: 'Choice', value: 'choice', description: 'One of several answers' },
		{ name: 'Free Text', value: 'freeText', description: 'The next message of any content' },
	],
	default: 'approval',
	description: 'Which answers to accept',
};

/** The form fields for the accepted answers. n8n's human-in-the-loop tool requires these parameter names. */
export const questionFields: INodeProperties[] = [
	{ ...responseType, default: 'freeText', displayOptions: { show: VERSION_1 } },
	{ ...responseType, displayOptions: { show: FROM_VERSION_2 } },
	{
		displayName: 'Approval Labels',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add labels',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Labels',
				name: 'values',
				values: [
					{
						displayName: 'Approve Label',
						name: 'approveLabel',
						type: 'string',
						default: 'Yes',
						description: 'The answer that approves',
					},
					{
						displayName: 'Decline Label',
						name: 'declineLabel',
						type: 'string',
						default: 'No',
						description: 'The answer that declines',
					},
				],
			},
		],
	},
	{
		displayName: 'Choices',
		name: 'choices',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		displayOptions: { show: { responseType: ['choice'] } },
		placeholder: 'e.g. Morning, Afternoon, Evening',
		description:
			'The accepted answers, separated by commas or line breaks. Contacts may reply with an answer, in upper or lower case, or with its number.',
	},
	...approverFields,
	...deadlineFields,
];

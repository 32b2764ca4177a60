import type {
	IDataObject,
	IExecuteFunctions,
	INodeCredentialDescription,
	INodeProperties,
} from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { isVersion1, VERSION_1 } from '../../descriptions/version';

const CREDENTIAL_TYPE = 'messagingGatewayOfficialAccountApi';
const FIELDS = ['businessId', 'phoneNumberId', 'accessToken'] as const;

/** Where the credential stands: Instance > Connect with the method `official`; nodes of version 1 have fields instead. */
export const showsOfficialAccount: INodeCredentialDescription['displayOptions'] = {
	show: { resource: ['instance'], operation: ['connect'], method: ['official'] },
	hide: { '@version': [1] },
};

export const officialAccountFields: INodeProperties[] = updateDisplayOptions(
	{ show: { ...VERSION_1, method: ['official'] } },
	[
		{
			displayName: 'Business ID',
			name: 'businessId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 102290129340398',
			description: 'The business account at the network operator',
		},
		{
			displayName: 'Phone Number ID',
			name: 'phoneNumberId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 106540352242922',
			description: 'The ID that the network operator assigned to the phone number, not the number itself',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A token of the network operator with the permission to send messages. The gateway never returns it.',
		},
	],
);

/** Returns the part of the request to connect that names the account: from the credential, in version 1 from the form. */
export async function officialAccount(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const account: IDataObject = isVersion1(context.getNode())
		? Object.fromEntries(FIELDS.map((name) => [name, context.getNodeParameter(name, itemIndex)]))
		: await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	return Object.fromEntries(FIELDS.map((name) => [name, String(account[name] ?? '').trim()]));
}

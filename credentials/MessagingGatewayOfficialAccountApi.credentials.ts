import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The credentials that Instance > Connect passes to the gateway, for an account of Meta's official business API. */
export class MessagingGatewayOfficialAccountApi implements ICredentialType {
	name = 'messagingGatewayOfficialAccountApi';

	displayName = 'Messaging Gateway Official Account API';

	icon: Icon = {
		light: 'file:../icons/messagingGateway.svg',
		dark: 'file:../icons/messagingGateway.dark.svg',
	};

	documentationUrl =
		'https://github.com/messaging-gateway/n8n-nodes-messaging-gateway/blob/main/docs/nodes/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Business ID',
			name: 'businessId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 102290129340398',
			description: 'The WhatsApp Business Account ID, in API Setup of the app at Meta',
		},
		{
			displayName: 'Phone Number ID',
			name: 'phoneNumberId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 106540352242922',
			description: 'The ID that Meta assigned to the phone number, not the number itself',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A token of a system user, without expiry, with the permissions whatsapp_business_messaging and whatsapp_business_management',
		},
	];

	/** Reads the phone number from Meta, as the gateway does when it connects. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: 'https://graph.facebook.com/v23.0',
			url: '={{"/" + encodeURIComponent($credentials.phoneNumberId.trim())}}',
			method: 'GET',
			qs: { fields: 'id' },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 400,
					message:
						'Meta refuses the phone number ID or the access token. Check both: the ID is not the phone number itself, and the token must belong to a user with access to it.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Meta does not accept the access token: it is wrong or has expired. Generate a token without expiry for a system user.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The access token has no permission for this phone number. Assign the WhatsApp account to the system user, with full control.',
				},
			},
		],
	};

	async authenticate(
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authorization = { Authorization: `Bearer ${String(accessToken).trim()}` };
		return { ...request, headers: { ...request.headers, ...authorization } };
	}
}

import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** Address and API key of one gateway. Requests send the key as a Bearer token (specification: Authentication). */
export class MessagingGatewayApi implements ICredentialType {
	name = 'messagingGatewayApi';

	displayName = 'Messaging Gateway API';

	icon: Icon = {
		light: 'file:../icons/messagingGateway.svg',
		dark: 'file:../icons/messagingGateway.dark.svg',
	};

	documentationUrl =
		'https://github.com/messaging-gateway/n8n-nodes-messaging-gateway/blob/main/docs/nodes/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Gateway URL',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8080',
			required: true,
			placeholder: 'e.g. https://gateway.example.com',
			description: 'Address of the gateway as n8n reaches it, without /v1 at the end',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A key of the gateway. The gateway prints the first one when it starts for the first time.',
		},
	];

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '/v1/health',
			method: 'GET',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: 'The gateway refused the API key. Copy a valid key of this gateway into the credential.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The key may not be used from the address of n8n. Add this address to the allowlist of the key.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'No gateway answers at this address. Check the Gateway URL.',
				},
			},
		],
	};

	/** A function, because n8n would evaluate an expression again for every request. */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return { ...request, headers: { ...request.headers, Authorization: `Bearer ${String(apiKey)}` } };
	}
}

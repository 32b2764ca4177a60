import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/**
 * Address and API key of one gateway. Requests send the key as a Bearer token (specification: Authentication). The nodes
 * test it (`methods.credentialTest`), because a test in this class could not say why there is no response.
 */
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

	/** A function, because n8n would evaluate an expression again for every request. */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return { ...request, headers: { ...request.headers, Authorization: `Bearer ${String(apiKey).trim()}` } };
	}
}

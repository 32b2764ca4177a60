import { BUSINESS, type Template } from '../../../../gateway/test/cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../../gateway/test/support/official/cloud-api.ts';
import { OFFICIAL, whatsAppSettings } from '../../../../gateway/test/support/official/official.ts';
import type { GatewayCredential } from '../../support/credentials.ts';
import { startGateway, type Gateway } from '../../support/gateway.ts';
import { createInstance } from '../../support/instances.ts';

/** A gateway with an instance of WhatsApp's official API, which has these templates at a stand-in for Meta. */
export interface OfficialTemplates {
	meta: CloudApi;
	gateway: Gateway;
	credential: GatewayCredential;
	instanceId: string;
	stop(): Promise<void>;
}

const BODY = { type: 'BODY', text: 'Hello.' };

function template(name: string, components: Template['components'], language = 'en_US'): Template {
	return { id: name, name, language, status: 'APPROVED', category: 'UTILITY', components };
}

const TEMPLATES: readonly Template[] = [
	template('plain', [BODY]),
	template('order', [
		{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['4711'] } },
		{
			type: 'BODY',
			text: 'Hello {{1}}, {{2}}',
			example: { body_text: [['Ada', 'your order has left our house and is on its way to you now']] },
		},
		{
			type: 'BUTTONS',
			buttons: [
				{
					type: 'URL',
					text: 'Track the parcel with us',
					url: 'https://example.com/{{1}}',
					example: ['https://example.com/17'],
				},
				{ type: 'QUICK_REPLY', text: 'Stop' },
				{ type: 'COPY_CODE', text: 'Copy', example: 'SAVE10' },
				{ type: 'FLOW', text: 'Book', flow_id: '1' },
			],
		},
	]),
	{
		...template(
			'greeting',
			[
				{ type: 'HEADER', format: 'DOCUMENT' },
				{
					type: 'BODY',
					text: 'Kumusta {{first_name}}, {{text}}',
					example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
				},
			],
			'fil',
		),
		parameter_format: 'NAMED',
	},
	template('place', [{ type: 'HEADER', format: 'LOCATION' }, BODY]),
	template('clip', [{ type: 'HEADER', format: 'VIDEO' }, BODY], 'de'),
];

export async function startOfficialTemplates(): Promise<OfficialTemplates> {
	const meta = await startCloudApi();
	await meta.templates(BUSINESS, TEMPLATES);
	const gateway = await startGateway(whatsAppSettings(meta));
	const instanceId = await createInstance(gateway, 'Shop');
	await gateway.request('POST', `/v1/instances/${instanceId}/connect`, OFFICIAL);
	return {
		meta,
		gateway,
		credential: { baseUrl: gateway.url, apiKey: gateway.apiKey },
		instanceId,
		async stop() {
			await gateway.stop();
			await meta.close();
		},
	};
}

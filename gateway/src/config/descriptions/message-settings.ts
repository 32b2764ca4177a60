import type { Variable } from '../all-settings.ts';
import type { Description } from './description.ts';

const WHATSAPP = 'With `GATEWAY_NETWORK=whatsapp`:';

/** Settings of what the gateway does with messages: the network, webhooks, files, and how long they are kept. */
export const MESSAGE_SETTINGS = {
	GATEWAY_NETWORK: {
		group: 'network',
		text: 'Messaging network: `simulator` for tests, or `whatsapp`, where each instance connects [by QR code](whatsapp-qr.md) or [through Meta’s Cloud API](cloud-api.md). Do not change it on a database that has instances. Where instances are connected to WhatsApp, a gateway without this setting does not start.',
		example: 'whatsapp',
	},
	GATEWAY_WHATSAPP_URL: {
		group: 'network',
		text: `${WHATSAPP} server for devices that are linked by QR code, or a proxy in front of it.`,
		example: 'wss://web.whatsapp.com/ws/chat',
	},
	GATEWAY_WHATSAPP_VERSION: {
		group: 'network',
		text: `${WHATSAPP} version of WhatsApp’s web client that linked devices report. Set it where WhatsApp requires a newer one than the built-in.`,
		unset: 'the built-in version',
		example: '2.3000.1035194821',
	},
	GATEWAY_META_APP_SECRET: {
		group: 'network',
		text: `${WHATSAPP} App Secret of your app at Meta, which signs its webhooks. Find it there under App settings, Basic.`,
		unset: 'webhooks of Meta are refused',
		example: '0123456789abcdef0123456789abcdef',
	},
	GATEWAY_META_VERIFY_TOKEN: {
		group: 'network',
		text: `${WHATSAPP} text of your choice, which you also enter at Meta. Set it together with \`GATEWAY_META_APP_SECRET\`.`,
		unset: 'webhooks of Meta are refused',
		example: 'a-text-of-your-choice',
	},
	GATEWAY_GRAPH_URL: {
		group: 'network',
		text: `${WHATSAPP} URL and version of Meta’s API.`,
		example: 'https://graph.facebook.com/v23.0',
	},
	GATEWAY_SIMULATOR_LATENCY_MS: {
		group: 'network',
		text: 'Milliseconds after which the simulated network sends, delivers and reads a message.',
		example: '200,500,1000',
	},
	GATEWAY_SEND_INTERVAL: {
		group: 'network',
		text: 'Least time between two messages of one instance.',
		example: '1s',
	},
	GATEWAY_ALLOW_PRIVATE_NETWORKS: {
		group: 'webhooks',
		text: 'Private addresses that webhooks may reach, also over plain HTTP. Name the host and port of an n8n on this machine or network.',
		unset: 'public addresses over HTTPS only',
		example: '127.0.0.1:5678,n8n:5678',
	},
	GATEWAY_MEDIA_ALLOW: {
		group: 'webhooks',
		text: 'Private addresses that downloads of files (`mediaUrl`) may reach.',
		unset: 'public addresses over HTTPS only',
		example: 'files.internal:443,10.0.0.0/8',
	},
	GATEWAY_RETRY_SCHEDULE: {
		group: 'webhooks',
		text: 'Delay before each attempt of a webhook delivery. Their number is the number of attempts.',
		example: '0s,10s,1m,10m,1h',
	},
	GATEWAY_MEDIA_URL: {
		group: 'files',
		text: 'Folder in an S3 bucket for the files of messages ([more](operations.md#media-in-a-bucket)). `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` open it.',
		unset: 'the folder `media` of the data folder',
		example: 's3://bucket/folder?region=eu-central-1',
	},
	AWS_ACCESS_KEY_ID: {
		group: 'files',
		text: 'Id of the key of the bucket in `GATEWAY_MEDIA_URL`.',
		unset: 'no bucket is used',
		example: 'AKIAEXAMPLE',
	},
	AWS_SECRET_ACCESS_KEY: {
		group: 'files',
		text: 'Secret of that key.',
		unset: 'no bucket is used',
		example: 'the-secret-of-the-key',
	},
	GATEWAY_MEDIA_LIMIT: {
		group: 'files',
		text: 'Maximum size of the media folder. The gateway deletes the oldest files before the folder reaches it. Not for a bucket.',
		example: '20GB',
	},
	GATEWAY_FFMPEG: {
		group: 'files',
		text: 'Path of the `ffmpeg` that converts audio files to voice notes; `off`: none.',
		unset: '`ffmpeg` on the `PATH`, if there is one',
		example: 'off',
	},
	GATEWAY_RETENTION_MESSAGES: {
		group: 'retention',
		text: 'How long messages with their files are kept, at least a minute; `off` keeps them for ever ([more](operations.md#retention)).',
		example: '365d',
	},
	GATEWAY_RETENTION_EVENTS: {
		group: 'retention',
		text: 'How long events with their deliveries are kept.',
		example: '7d',
	},
	GATEWAY_RETENTION_ATTEMPTS: {
		group: 'retention',
		text: 'How long finished deliveries with their attempts are kept.',
		example: '3d',
	},
	GATEWAY_RETENTION_MEDIA: {
		group: 'retention',
		text: 'How long the files of messages are kept. The messages stay.',
		example: '90d',
	},
} as const satisfies Partial<Record<Variable, Description>>;

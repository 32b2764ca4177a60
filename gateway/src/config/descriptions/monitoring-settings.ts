import type { Variable } from '../all-settings.ts';
import type { Description } from './description.ts';

/** Settings by which the gateway says how it is. */
export const MONITORING_SETTINGS = {
	GATEWAY_ALERT_QUEUE_AGE: {
		group: 'alerts',
		text: 'How long messages and deliveries may wait before the gateway [alerts](alerts.md); `off`: however long.',
		example: '5m',
	},
	GATEWAY_ALERT_DISK_FREE: {
		group: 'alerts',
		text: 'Free space of the disk with the data folder below which the gateway alerts: a share or a size; `off`: it does not.',
		example: '2GB',
	},
	GATEWAY_SMTP_URL: {
		group: 'alerts',
		text: 'Mail server that alerts are sent through: `smtp://` with STARTTLS (port 587), or `smtps://` with TLS from the first byte (port 465). Without TLS nothing is sent, unless the server is on this machine, or the URL ends with `?tls=optional`. Set it together with the two addresses ([more](alerts.md#by-mail)).',
		unset: 'no mails',
		example: 'smtp://user:password@mail.example.com:587',
	},
	GATEWAY_ALERT_MAIL_FROM: {
		group: 'alerts',
		text: 'Address that mails of alerts come from.',
		unset: 'no mails',
		example: 'gateway@example.com',
	},
	GATEWAY_ALERT_MAIL_TO: {
		group: 'alerts',
		text: 'Addresses that mails of alerts go to.',
		unset: 'no mails',
		example: 'ops@example.com,anna@example.com',
	},
	GATEWAY_N8N_URL: {
		group: 'observability',
		text: 'Address of n8n, as the gateway reaches it: with `GATEWAY_N8N_API_KEY`, the ledger says what n8n executed ([more](ledger.md#what-n8n-executed)).',
		unset: 'executions are not counted',
		example: 'http://127.0.0.1:5678',
	},
	GATEWAY_N8N_API_KEY: {
		group: 'observability',
		text: 'API key of n8n with the scopes `execution:list` and `workflow:list`.',
		unset: 'executions are not counted',
		example: 'a-key-from-n8n',
	},
	GATEWAY_LOG_LEVEL: {
		group: 'observability',
		text: 'Lowest level of the lines in the log, which goes to stderr ([more](operations.md#logs)).',
		example: 'debug',
	},
	OTEL_EXPORTER_OTLP_ENDPOINT: {
		group: 'observability',
		text: 'URL to which OpenTelemetry traces are sent. The packages that send them are not installed with the gateway: the start names the `npm install` command that brings them ([more](operations.md#traces)). `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER` work as OpenTelemetry documents them.',
		unset: 'no traces',
		example: 'http://127.0.0.1:4318',
	},
	OTEL_SERVICE_NAME: {
		group: 'observability',
		text: 'Name of the gateway in traces.',
		example: 'gateway-eu',
	},
} as const satisfies Partial<Record<Variable, Description>>;

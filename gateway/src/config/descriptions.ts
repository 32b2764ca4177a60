import type { Variable } from './settings.ts';

/** The description of a setting, from which docs/configuration.md and `config list` are made. */
export interface Description {
	group: keyof typeof GROUPS;
	/** What the setting does, in Markdown with links from docs/. */
	text: string;
	/** The behaviour without the variable, where the setting has no default value. */
	unset?: string;
	/** A valid value; of a secret, a placeholder. */
	example: string;
}

/** The groups in their order, with their titles. */
export const GROUPS = {
	address: 'Address and TLS',
	storage: 'Database, folder and encryption',
	network: 'Messaging network',
	access: 'Keys and sign-in',
	webhooks: 'Webhooks and downloads',
	files: 'Files of messages',
	retention: 'Retention',
	limits: 'Limits',
	alerts: 'Alerts',
	observability: 'Logs and traces',
} as const;

const WHATSAPP = 'With `GATEWAY_NETWORK=whatsapp`:';

/** Every setting, in the order of its group. A setting without a description does not compile. */
export const DESCRIPTIONS: Readonly<Record<Variable, Description>> = {
	GATEWAY_HOST: {
		group: 'address',
		text: 'Address to listen on. Plain HTTP is served on loopback addresses only: any other address, such as `0.0.0.0` or `::` for all of the machine, needs `GATEWAY_TLS_CERT` and `GATEWAY_TLS_KEY`, or a proxy that `GATEWAY_TRUST_PROXY` names.',
		example: '0.0.0.0',
	},
	GATEWAY_PORT: {
		group: 'address',
		text: 'Port to listen on; `0` selects a free one. In a Kubernetes namespace with a service called `gateway`, Kubernetes sets this variable to a value such as `tcp://10.0.0.1:8080`, which the gateway ignores.',
		example: '9090',
	},
	GATEWAY_PUBLIC_URL: {
		group: 'address',
		text: 'URL at which clients reach the gateway, where that is not the address it listens on: behind a proxy, for example. Links that the gateway prints begin with it, and its host is one of the host names of the gateway. It may have a path.',
		unset: 'the address that the gateway listens on',
		example: 'https://gateway.example.com',
	},
	GATEWAY_ALLOWED_HOSTS: {
		group: 'address',
		text: 'Further host names of the gateway. A request that names another host than these, the host of `GATEWAY_PUBLIC_URL`, `localhost` or an address gets 421.',
		unset: 'no further names',
		example: 'gateway,gateway.internal',
	},
	GATEWAY_TLS_CERT: {
		group: 'address',
		text: 'File with the certificate and its intermediate certificates. The gateway then serves HTTPS. It looks every minute whether the file was renewed, and needs no restart.',
		unset: 'HTTP',
		example: '/etc/gateway/tls/fullchain.pem',
	},
	GATEWAY_TLS_KEY: {
		group: 'address',
		text: 'File with the private key of `GATEWAY_TLS_CERT`.',
		unset: 'HTTP',
		example: '/etc/gateway/tls/key.pem',
	},
	GATEWAY_TRUST_PROXY: {
		group: 'address',
		text: 'Addresses of proxies in front of the gateway, whose `X-Forwarded-*` headers it trusts. The proxy terminates TLS and sends `X-Forwarded-Proto: https`.',
		unset: 'no proxy is trusted',
		example: '10.0.0.0/8',
	},
	GATEWAY_MAX_CONNECTIONS: {
		group: 'address',
		text: 'Most connections of clients at a time. Half of them may be real-time connections.',
		example: '5000',
	},

	GATEWAY_DATA_DIR: {
		group: 'storage',
		text: 'Folder of the database, the files of messages and the encryption key. Only one gateway may use it at a time, unless `DATABASE_URL` is set. A relative path begins at the folder in which the gateway is started: commands such as `keys create` need the same value as the gateway.',
		example: '/var/lib/messaging-gateway',
	},
	DATABASE_URL: {
		group: 'storage',
		text: 'PostgreSQL database, which several gateways may share. Encode special characters of the password, such as `%40` for `@`.',
		unset: 'a SQLite file in the data folder',
		example: 'postgres://gateway:password@db.example.com:5432/gateway',
	},
	GATEWAY_PEER_URL: {
		group: 'storage',
		text: 'URL at which the other gateways on the same PostgreSQL database reach this one. Each gateway has its own. Required where they run on several machines.',
		unset: 'the address that the gateway listens on',
		example: 'https://gateway-1.example.com',
	},
	GATEWAY_ENCRYPTION_KEY: {
		group: 'storage',
		text: 'Key that opens the sealed secrets of the database. Keep a copy: without it the database cannot be used. Gateways on one database have the same key. To replace it, run `messaging-gateway encryption rotate` ([more](operations.md#the-encryption-key)); a gateway does not start with another key.',
		unset: 'the first start generates it into `encryption.key` of the data folder',
		example: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
	},
	GATEWAY_ENCRYPTION_KEY_NEW: {
		group: 'storage',
		text: 'Only for the command `encryption rotate`: the key that replaces `GATEWAY_ENCRYPTION_KEY`.',
		unset: 'nothing is replaced',
		example: 'ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=',
	},

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

	GATEWAY_API_KEY: {
		group: 'access',
		text: 'First API key, with all scopes. It counts at the first start only: make and revoke further keys with `messaging-gateway keys` or on the page.',
		unset: 'the first start generates it',
		example: 'a-key-of-24-characters-or-more',
	},
	GATEWAY_REQUIRE_SECOND_FACTOR: {
		group: 'access',
		text: 'With `on`, people who sign in with a password need an authenticator app or a passkey.',
		example: 'on',
	},
	GATEWAY_SIGN_IN_HEADER: {
		group: 'access',
		text: 'Header in which a trusted proxy names the person it has signed in ([more](page.md#behind-a-proxy)).',
		unset: 'people sign in with a password or a passkey',
		example: 'X-Forwarded-User',
	},
	GATEWAY_SIGN_IN_SECRET: {
		group: 'access',
		text: 'What that proxy sends in the header `X-Gateway-Sign-In-Secret`. Required where the proxy runs on the same machine.',
		unset: 'the header is trusted from every trusted proxy',
		example: 'a-secret-of-24-characters-or-more',
	},
	GATEWAY_SIGN_IN_NEW_USERS: {
		group: 'access',
		text: 'Role of somebody whom that proxy names and nobody has invited.',
		example: 'viewer',
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

	GATEWAY_PLAN: {
		group: 'limits',
		text: 'Plan of the account: the number of instances (`free` 1, `starter` 3, `pro` 10, `enterprise` unlimited), the rate limits (a fifth, half, all, and ten times the specified ones) and, from `pro`, keys that are limited to addresses.',
		example: 'pro',
	},
	GATEWAY_RATE_LIMITS: {
		group: 'limits',
		text: 'Requests per minute by class, or `off`. The classes are `messages`, `instances`, `webhooks`, `general`, `page`, `anonymous` (requests without a valid key, by address) and `realtime` (messages of a client on the real-time channel).',
		unset: 'the limits of the plan',
		example: 'messages=1000,general=5000',
	},
	GATEWAY_CREDITS: {
		group: 'limits',
		text: 'Number of messages that the account may send.',
		unset: 'unlimited',
		example: '100000',
	},

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
};

import { DEFAULT_RETRY_SCHEDULE } from '../domain/webhooks/retry-schedule.ts';
import { parseAllowedTarget } from '../lib/guarded-http/allowed-target.ts';
import { NETWORKS } from '../network/network-settings.ts';
import { DEFAULT_SIMULATOR_LATENCY } from '../network/simulator/latency.ts';
import { LOG_LEVELS } from '../observability/log.ts';
import { optional, secret, setting } from './setting.ts';
import {
	KEY_SIZE,
	list,
	matching,
	oneOf,
	parseClientVersion,
	parseDatabaseUrl,
	parseDiskLimit,
	parseDuration,
	parseEncryptionKey,
	parseFfmpeg,
	parseFolder,
	parseLatency,
	parseProxyRange,
	parsePublicUrl,
	parseRetention,
	parseSecureUrl,
	parseSizeLimit,
	parseSocketUrl,
	wholeNumber,
} from './parsers.ts';

/** The address WhatsApp's own web client connects to. */
const WHATSAPP_URL = 'wss://web.whatsapp.com/ws/chat';
/** Meta's API, in the version the gateway is written for and tested against. */
const GRAPH_URL = 'https://graph.facebook.com/v23.0';

const text = (value: string): string => value;

/** The settings whose value is that of one variable. */
export const SETTINGS = {
	host: setting('GATEWAY_HOST', '127.0.0.1', text, 'a host name or an address'),
	/** 0: any free port. */
	port: setting('GATEWAY_PORT', '8080', wholeNumber(0, 65_535), 'a port, 0 to 65535 (0 takes a free one)'),
	dataFolder: setting('GATEWAY_DATA_DIR', '.data/gateway', parseFolder, 'a folder'),
	/** A PostgreSQL database, shared by any number of gateways; null: a SQLite file in the data folder. */
	databaseUrl: secret(
		'DATABASE_URL',
		parseDatabaseUrl,
		'a URL such as postgres://user:password@127.0.0.1:5432/gateway, or unset for a SQLite file in the data folder',
	),
	/** The URL clients use, without a trailing slash; null: the address the gateway listens on. */
	publicUrl: optional(
		'GATEWAY_PUBLIC_URL',
		parsePublicUrl,
		'a URL such as https://gateway.example.com or https://example.com/gateway; its path must not be one of the gateway itself, such as /v1',
	),
	/** The URL other gateways on the same database use; null: the address the gateway listens on. */
	peerUrl: optional(
		'GATEWAY_PEER_URL',
		parseSecureUrl,
		'an https:// URL of this very gateway, or http:// on a loopback address',
	),
	/** The first API key, stored when the database has none. */
	apiKey: secret('GATEWAY_API_KEY', matching(/^\S{24,}$/), '24 characters or more, without spaces'),

	network: setting('GATEWAY_NETWORK', 'simulator', oneOf(NETWORKS), NETWORKS.join(' or ')),
	simulatorLatency: setting(
		'GATEWAY_SIMULATOR_LATENCY_MS',
		Object.values(DEFAULT_SIMULATOR_LATENCY).join(','),
		parseLatency,
		'three whole numbers of milliseconds (sent, delivered, read), such as 20,50,100',
	),
	whatsappUrl: setting(
		'GATEWAY_WHATSAPP_URL',
		WHATSAPP_URL,
		parseSocketUrl,
		`a wss:// URL, such as ${WHATSAPP_URL}, or ws:// on a loopback address`,
	),
	whatsappVersion: optional(
		'GATEWAY_WHATSAPP_VERSION',
		parseClientVersion,
		'three whole numbers with dots between them, such as 2.3000.1035194821',
	),
	graphUrl: setting(
		'GATEWAY_GRAPH_URL',
		GRAPH_URL,
		parseSecureUrl,
		`an https:// URL with the version, such as ${GRAPH_URL}, or http:// on a loopback address`,
	),
	encryptionKey: secret(
		'GATEWAY_ENCRYPTION_KEY',
		parseEncryptionKey,
		`${KEY_SIZE} bytes in base64 or in hexadecimal digits; make one with: openssl rand -base64 ${KEY_SIZE}`,
	),

	/** The key that replaces the encryption key, for the command `encryption rotate`. */
	newEncryptionKey: secret(
		'GATEWAY_ENCRYPTION_KEY_NEW',
		parseEncryptionKey,
		`${KEY_SIZE} bytes in base64 or in hexadecimal digits; make one with: openssl rand -base64 ${KEY_SIZE}`,
	),

	/** Milliseconds between two messages of one instance; 0: no limit. */
	sendInterval: setting(
		'GATEWAY_SEND_INTERVAL',
		'0ms',
		parseDuration,
		'a time between two messages of an instance, such as 0ms, 500ms or 1s',
	),
	/** What webhooks may reach besides public addresses. */
	allowedReceivers: setting(
		'GATEWAY_ALLOW_PRIVATE_NETWORKS',
		'',
		list(parseAllowedTarget),
		'a list of CIDR ranges, or hosts with ports, such as 127.0.0.1:5678,10.0.0.0/8',
	),
	/** What downloads of files may reach besides public addresses. */
	allowedFileServers: setting(
		'GATEWAY_MEDIA_ALLOW',
		'',
		list(parseAllowedTarget),
		'a list of CIDR ranges, or hosts with ports, such as files.internal:443,10.0.0.0/8',
	),
	/** Names of this gateway's host besides those in its URLs. */
	allowedHosts: setting(
		'GATEWAY_ALLOWED_HOSTS',
		'',
		list((name) => matching(/^[a-z0-9.-]+$/)(name.toLowerCase())),
		'a list of host names without ports, such as gateway,gateway.internal',
	),
	/** Most connections of clients at a time; half of them may be real-time connections. */
	maxConnections: setting(
		'GATEWAY_MAX_CONNECTIONS',
		'2000',
		wholeNumber(10, 1_000_000),
		'a whole number of connections, 10 or more',
	),
	retrySchedule: setting(
		'GATEWAY_RETRY_SCHEDULE',
		DEFAULT_RETRY_SCHEDULE.map((delay) => `${delay}ms`).join(','),
		list(parseDuration),
		'a list of delays, one an attempt, such as 0s,30s,2m,10m,1h,6h',
	),
	/** Balance of the account, in messages; null: unlimited. */
	credits: optional('GATEWAY_CREDITS', wholeNumber(0, Number.MAX_SAFE_INTEGER), 'a whole number of messages'),
	/** Proxies whose X-Forwarded-* headers are trusted, in CIDR notation. */
	trustedProxies: setting(
		'GATEWAY_TRUST_PROXY',
		'',
		list(parseProxyRange),
		'a list of CIDR ranges, such as 10.0.0.0/8 (not a number of hops, nor "true")',
	),
	logLevel: setting('GATEWAY_LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
	/** Whether people need a second factor beside the password. */
	requireSecondFactor: setting('GATEWAY_REQUIRE_SECOND_FACTOR', 'off', oneOf(['off', 'on']), 'on or off'),
	/** Most bytes in the media folder; null: no limit. */
	mediaLimit: setting('GATEWAY_MEDIA_LIMIT', 'off', parseSizeLimit, 'off, or a size such as 500MB or 20GB'),
	/** The path of the program that converts audio files to voice notes; null: there is none. */
	ffmpeg: setting(
		'GATEWAY_FFMPEG',
		'',
		parseFfmpeg,
		'the path of an ffmpeg that may be executed, off, or unset to look for it on the PATH',
	),
};

/** When the gateway alerts; null: never. */
export const ALERTS = {
	queueAge: setting(
		'GATEWAY_ALERT_QUEUE_AGE',
		'10m',
		parseRetention,
		'off, or a minute or more, such as 5m or 1h',
	),
	diskFree: setting(
		'GATEWAY_ALERT_DISK_FREE',
		'5%',
		parseDiskLimit,
		'off, a share of the disk such as 5%, or a size such as 2GB',
	),
};

/** How long rows and files are kept, in milliseconds; null: for ever. */
export const RETENTION = {
	messages: retention('GATEWAY_RETENTION_MESSAGES', 'off'),
	events: retention('GATEWAY_RETENTION_EVENTS', '30d'),
	attempts: retention('GATEWAY_RETENTION_ATTEMPTS', '30d'),
	media: retention('GATEWAY_RETENTION_MEDIA', 'off'),
};

function retention<Variable extends string>(variable: Variable, fallback: string) {
	return setting(variable, fallback, parseRetention, 'off, or a minute or more, such as 12h or 30d');
}

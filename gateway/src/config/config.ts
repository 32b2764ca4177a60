import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readNetwork } from './network.ts';
import { ConfigError, createEnvReader, type Environment, type EnvReader } from './env-reader.ts';
import {
	list,
	oneOf,
	optional,
	parseDuration,
	parseProxyRange,
	parseRateLimits,
	parseRetention,
	parseSizeLimit,
	parseUrl,
	wholeNumber,
} from './values.ts';
import { PLANS, planOf, type Plan } from '../domain/plan.ts';
import { DEFAULT_RETRY_SCHEDULE, type RetrySchedule } from '../domain/retry-schedule.ts';
import { inRanges, parseRange, type AddressRange } from '../lib/guarded-http/address.ts';
import type { NetworkSettings } from '../network/network-settings.ts';
import type { TraceTarget } from '../observability/tracing.ts';
import type { Retention } from '../retention/retention.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The settings of a gateway, validated. */
export interface Config extends NetworkSettings {
	host: string;
	/** 0: any free port. */
	port: number;
	dataFolder: string;
	/** A PostgreSQL database, shared by any number of gateways; null: a SQLite file in the data folder. */
	databaseUrl: string | null;
	/** The URL clients use, without a trailing slash; null: the address the gateway listens on. */
	publicUrl: string | null;
	/** The URL other gateways on the same database use; null: the address the gateway listens on. */
	peerUrl: string | null;
	/** The first API key, stored when the database has none. */
	apiKey: string | null;
	/** Milliseconds between two messages of one instance; 0: no limit. */
	sendInterval: number;
	allowedRanges: AddressRange[];
	retrySchedule: RetrySchedule;
	/** The plan's limits; `rateLimitsEnforced` says whether its rate limits apply. */
	plan: Plan;
	rateLimitsEnforced: boolean;
	/** Balance of the account, in messages; null: unlimited. */
	credits: number | null;
	tls: { cert: Buffer; key: Buffer } | null;
	/** Proxies whose X-Forwarded-* headers are trusted, in CIDR notation. */
	trustedProxies: string[];
	logLevel: LogLevel;
	/** How long finished rows and files are kept. */
	retention: Retention;
	/** Most bytes in the media folder; null: no limit. */
	mediaLimit: number | null;
	/** Where traces are sent; null: tracing is off. */
	traces: TraceTarget | null;
}

export { ConfigError };

/**
 * Reads the GATEWAY_* variables and DATABASE_URL; an absent or empty variable has its default. Throws ConfigError for
 * the first invalid one.
 */
export function readConfig(environment: Environment): Config {
	const read = createEnvReader(environment);
	const host = read('GATEWAY_HOST', '127.0.0.1', (value) => value, 'a host name or an address');
	const rateLimits = read(
		'GATEWAY_RATE_LIMITS',
		'',
		parseRateLimits,
		'off, or a list like messages=100,general=500',
	);
	const planName = read('GATEWAY_PLAN', 'enterprise', oneOf(PLANS), `one of ${PLANS.join(', ')}`);
	const config: Config = {
		host,
		port: read('GATEWAY_PORT', '8080', wholeNumber(0, 65_535), 'a port, 0 to 65535 (0 takes a free one)'),
		dataFolder: read('GATEWAY_DATA_DIR', '.data/gateway', (value) => path.resolve(value), 'a folder'),
		databaseUrl: readDatabaseUrl(environment.DATABASE_URL),
		publicUrl: read(
			'GATEWAY_PUBLIC_URL',
			'',
			optional(parseUrl),
			'a URL such as https://gateway.example.com',
		),
		peerUrl: read(
			'GATEWAY_PEER_URL',
			'',
			optional(parsePeerUrl),
			'an https:// URL of this very gateway, or http:// on a loopback address',
		),
		// An error never contains the key.
		apiKey: readApiKey(environment.GATEWAY_API_KEY),
		...readNetwork(environment, read, isLoopback),
		sendInterval: read(
			'GATEWAY_SEND_INTERVAL',
			'0ms',
			parseDuration,
			'a time between two messages of an instance, such as 0ms, 500ms or 1s',
		),
		allowedRanges: read(
			'GATEWAY_ALLOW_PRIVATE_NETWORKS',
			'',
			list(parseRange),
			'a list of CIDR ranges, such as 127.0.0.0/8,10.0.0.0/8',
		),
		retrySchedule: read(
			'GATEWAY_RETRY_SCHEDULE',
			'',
			(value) => (value === '' ? DEFAULT_RETRY_SCHEDULE : list(parseDuration)(value)),
			'a list of delays, one an attempt, such as 0s,30s,2m,10m,1h,6h',
		),
		plan: planOf(planName, rateLimits ?? {}),
		rateLimitsEnforced: rateLimits !== null,
		credits: read(
			'GATEWAY_CREDITS',
			'',
			optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
			'a whole number of messages',
		),
		tls: readTls(read),
		trustedProxies: read(
			'GATEWAY_TRUST_PROXY',
			'',
			list(parseProxyRange),
			'a list of CIDR ranges, such as 10.0.0.0/8 (not a number of hops, nor "true")',
		),
		logLevel: read('GATEWAY_LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
		retention: readRetention(read),
		mediaLimit: read('GATEWAY_MEDIA_LIMIT', 'off', parseSizeLimit, 'off, or a size such as 500MB or 20GB'),
		traces: readTraces(read),
	};
	requireTlsBeyondLoopback(config);
	return config;
}

const LOOPBACK = [parseRange('127.0.0.0/8'), parseRange('::1/128')];
/** The common spellings, which need no parsing: nearly every local request comes from one of these. */
const COMMON_LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost']);

/** Whether a host is a loopback address, which only programs on this machine can reach. */
export function isLoopback(host: string): boolean {
	return COMMON_LOOPBACK.has(host) || inRanges(host, LOOPBACK);
}

function parsePeerUrl(value: string): string {
	const url = parseUrl(value);
	const { protocol, hostname } = new URL(url);
	if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('keys would travel in the clear');
	return url;
}

function readApiKey(value: string | undefined): string | null {
	if (value === undefined || value === '') return null;
	if (value.length < 24 || /\s/.test(value)) {
		throw new ConfigError(
			'GATEWAY_API_KEY',
			`${value.length} characters long`,
			'24 characters or more, without spaces',
		);
	}
	return value;
}

/** An error never contains the URL, which may hold a password. */
function readDatabaseUrl(value: string | undefined): string | null {
	if (value === undefined || value.trim() === '') return null;
	const url = URL.canParse(value) ? new URL(value) : null;
	if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return value.trim();
	throw new ConfigError(
		'DATABASE_URL',
		'something else (not shown)',
		'a URL such as postgres://user:password@127.0.0.1:5432/gateway, or unset for a SQLite file in the data folder',
	);
}

function readRetention(read: EnvReader): Retention {
	const period = (variable: string, fallback: string) =>
		read(variable, fallback, parseRetention, 'off, or a minute or more, such as 12h or 30d');
	return {
		messages: period('GATEWAY_RETENTION_MESSAGES', 'off'),
		events: period('GATEWAY_RETENTION_EVENTS', '30d'),
		attempts: period('GATEWAY_RETENTION_ATTEMPTS', '30d'),
		media: period('GATEWAY_RETENTION_MEDIA', 'off'),
	};
}

/** The variables are OpenTelemetry's standard ones: a platform sets them for every program it runs. */
function readTraces(read: EnvReader): TraceTarget | null {
	const endpoint = read(
		'OTEL_EXPORTER_OTLP_ENDPOINT',
		'',
		optional(parseUrl),
		'a URL such as http://127.0.0.1:4318',
	);
	const service = read('OTEL_SERVICE_NAME', 'messaging-gateway', (value) => value, 'a name');
	return endpoint === null ? null : { url: `${endpoint}/v1/traces`, service };
}

function readTls(read: EnvReader): Config['tls'] {
	const file = (value: string) => readFileSync(value);
	const cert = read('GATEWAY_TLS_CERT', '', optional(file), 'a readable PEM file');
	const key = read('GATEWAY_TLS_KEY', '', optional(file), 'a readable PEM file');
	if (cert !== null && key !== null) return { cert, key };
	if (cert !== null) throw new ConfigError('GATEWAY_TLS_KEY', '', 'set together with GATEWAY_TLS_CERT');
	if (key !== null) throw new ConfigError('GATEWAY_TLS_CERT', '', 'set together with GATEWAY_TLS_KEY');
	return null;
}

/**
 * All requests must use HTTPS (specification, Authentication 3); on a loopback address plain HTTP is allowed, because
 * it does not leave the machine. Throws ConfigError.
 */
function requireTlsBeyondLoopback({ host, tls, trustedProxies }: Config): void {
	if (isLoopback(host) || tls !== null || trustedProxies.length > 0) return;
	throw new ConfigError(
		'GATEWAY_HOST',
		host,
		'a loopback address, unless GATEWAY_TLS_CERT and GATEWAY_TLS_KEY are set, or GATEWAY_TRUST_PROXY names the proxy that ends TLS and sends X-Forwarded-Proto: https',
	);
}

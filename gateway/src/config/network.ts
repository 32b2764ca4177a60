import { ConfigError, readSecret, type Environment, type EnvReader } from './env-reader.ts';
import { oneOf, optional, parseClientVersion, parseLatency, parseUrl, type Parse } from './values.ts';
import { NETWORKS, type NetworkSettings } from '../network/network-settings.ts';
import { DEFAULT_SIMULATOR_LATENCY } from '../network/simulator/latency.ts';

/** The address WhatsApp's own web client connects to. */
const WHATSAPP_URL = 'wss://web.whatsapp.com/ws/chat';

/** Meta's API, in the version the gateway is written for and tested against. */
const GRAPH_URL = 'https://graph.facebook.com/v23.0';

/** Bytes of an AES-256 key. */
const KEY_SIZE = 32;

/**
 * Reads which network the instances connect to, and its settings. Hosts that `isLoopback` accepts need no TLS. Throws
 * ConfigError.
 */
export function readNetwork(
	environment: Environment,
	read: EnvReader,
	isLoopback: (host: string) => boolean,
): NetworkSettings {
	const encrypted: Parse<string> = (value) => {
		const url = parseUrl(value);
		const { protocol, hostname } = new URL(url);
		if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('tokens would travel in the clear');
		return url;
	};
	return {
		network: read('GATEWAY_NETWORK', 'simulator', oneOf(NETWORKS), NETWORKS.join(' or ')),
		simulatorLatency: read(
			'GATEWAY_SIMULATOR_LATENCY_MS',
			Object.values(DEFAULT_SIMULATOR_LATENCY).join(','),
			parseLatency,
			'three whole numbers of milliseconds (sent, delivered, read), such as 20,50,100',
		),
		whatsappUrl: read(
			'GATEWAY_WHATSAPP_URL',
			WHATSAPP_URL,
			(value) => {
				const { protocol, hostname } = new URL(value);
				if (protocol !== 'wss:' && !(protocol === 'ws:' && isLoopback(hostname))) {
					throw new Error('the account would be visible on the network');
				}
				return value;
			},
			`a wss:// URL, such as ${WHATSAPP_URL}, or ws:// on a loopback address`,
		),
		whatsappVersion: read(
			'GATEWAY_WHATSAPP_VERSION',
			'',
			optional(parseClientVersion),
			'three whole numbers with dots between them, such as 2.3000.1035194821',
		),
		graphUrl: read(
			'GATEWAY_GRAPH_URL',
			GRAPH_URL,
			encrypted,
			`an https:// URL with the version, such as ${GRAPH_URL}, or http:// on a loopback address`,
		),
		meta: readMeta(environment),
		encryptionKey: readSecret(
			environment,
			'GATEWAY_ENCRYPTION_KEY',
			parseKey,
			`${KEY_SIZE} bytes in base64 or in hexadecimal digits; make one with: openssl rand -base64 ${KEY_SIZE}`,
		),
	};
}

function readMeta(environment: Environment): NetworkSettings['meta'] {
	const appSecret = readSecret(
		environment,
		'GATEWAY_META_APP_SECRET',
		(value) => {
			if (!/^[0-9a-f]{32}$/i.test(value)) throw new Error('not an app secret');
			return value;
		},
		'the App Secret of your app at Meta: 32 hexadecimal digits, under App settings, Basic',
	);
	const verifyToken = readSecret(
		environment,
		'GATEWAY_META_VERIFY_TOKEN',
		(value) => {
			if (value.length < 8) throw new Error('too short');
			return value;
		},
		'a text of your choice of 8 characters or more; enter the same at Meta',
	);
	if (appSecret !== null && verifyToken !== null) return { appSecret, verifyToken };
	if (appSecret !== null) {
		throw new ConfigError('GATEWAY_META_VERIFY_TOKEN', '', 'set together with GATEWAY_META_APP_SECRET');
	}
	if (verifyToken !== null) {
		throw new ConfigError('GATEWAY_META_APP_SECRET', '', 'set together with GATEWAY_META_VERIFY_TOKEN');
	}
	return null;
}

function parseKey(value: string): Buffer {
	const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
	if (key.length !== KEY_SIZE || !/^[\w+/=-]+$/.test(value)) throw new Error('not a key');
	return key;
}

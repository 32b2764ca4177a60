import type { MailSettings } from '../alerts/mail/mail-settings.ts';
import type { N8nSettings } from '../ledger/n8n/n8n-api.ts';
import { planOf } from '../domain/access/plan.ts';
import { inRanges, isLoopback, parseRange } from '../lib/guarded-http/address.ts';
import type { S3Target } from '../media/storage/s3/s3-target.ts';
import type { SignInProxy } from '../access/users/proxy-sign-in.ts';
import {
	bothOrNeither,
	ConfigError,
	readSetting,
	readSettings,
	type Environment,
	type Values,
} from './setting.ts';
import { withoutServiceLinks } from './service-links.ts';
import { ALL_SETTINGS } from './all-settings.ts';
import { COMBINED_SETTINGS, MAIL, N8N } from './combined-settings.ts';
import { ALERTS, RETENTION, SETTINGS } from './settings.ts';
import { requirePair, type TlsFiles } from './tls-files.ts';

export { ConfigError };

/** The settings of a gateway, validated. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the GATEWAY_* variables, DATABASE_URL and OTEL_*; an absent or empty variable has its default. Throws
 * ConfigError for the first invalid one.
 */
export function readConfig(variables: Environment) {
	const environment = withoutServiceLinks(variables);
	const settings = readSettings(SETTINGS, environment);
	const combined = readSettings(COMBINED_SETTINGS, environment);
	const config = {
		...settings,
		/** Whether GATEWAY_NETWORK is set. */
		networkIsChosen: (environment[SETTINGS.network.variable] ?? '') !== '',
		/** The plan's limits; `rateLimitsEnforced` says whether its rate limits apply. */
		plan: planOf(combined.planName, combined.rateLimits ?? {}),
		rateLimitsEnforced: combined.rateLimits !== null,
		tls: tlsOf(combined),
		meta: metaOf(combined),
		signInProxy: signInProxyOf(combined, settings.trustedProxies),
		/** The folder of a bucket that media files are in; null: they are in the data folder. */
		mediaBucket: mediaBucketOf(combined, settings.mediaLimit),
		retention: readSettings(RETENTION, environment),
		alerts: readSettings(ALERTS, environment),
		/** How alerts are sent by mail; null: they are not. */
		mail: mailOf(readSettings(MAIL, environment)),
		/** How the ledger reads what n8n executed; null: it does not. */
		n8n: n8nOf(readSettings(N8N, environment)),
		/** Where traces are sent; null: tracing is off. */
		traces: tracesOf(combined),
	};
	requireTlsBeyondLoopback(config);
	return config;
}

/** Returns an error for each invalid setting, or where all are valid, for each that does not fit the others. */
export function findConfigErrors(variables: Environment): ConfigError[] {
	const environment = withoutServiceLinks(variables);
	const invalid = errorsOf(ALL_SETTINGS.map((one) => () => readSetting(one, environment)));
	if (invalid.length > 0) return invalid;
	const { host, trustedProxies, mediaLimit } = readSettings(SETTINGS, environment);
	const combined = readSettings(COMBINED_SETTINGS, environment);
	return errorsOf([
		() => tlsOf(combined),
		() => metaOf(combined),
		() => signInProxyOf(combined, trustedProxies),
		() => mediaBucketOf(combined, mediaLimit),
		() => mailOf(readSettings(MAIL, environment)),
		() => n8nOf(readSettings(N8N, environment)),
		() => {
			const tls = combined.tlsCert ?? combined.tlsKey;
			requireTlsBeyondLoopback({ host, tls, trustedProxies });
		},
	]);
}

function errorsOf(checks: readonly (() => unknown)[]): ConfigError[] {
	return checks.flatMap((check) => {
		try {
			check();
			return [];
		} catch (error) {
			if (error instanceof ConfigError) return [error];
			throw error;
		}
	});
}

type CombinedValues = Values<typeof COMBINED_SETTINGS>;

/** Throws ConfigError where the key is not that of the certificate. */
function tlsOf({ tlsCert, tlsKey }: CombinedValues): TlsFiles | null {
	const files = bothOrNeither([tlsCert, COMBINED_SETTINGS.tlsCert], [tlsKey, COMBINED_SETTINGS.tlsKey]);
	if (files === null) return null;
	const [cert, key] = files;
	requirePair({ cert, key });
	return { cert, key };
}

function metaOf({
	metaAppSecret,
	metaVerifyToken,
}: CombinedValues): { appSecret: string; verifyToken: string } | null {
	const app = bothOrNeither(
		[metaAppSecret, COMBINED_SETTINGS.metaAppSecret],
		[metaVerifyToken, COMBINED_SETTINGS.metaVerifyToken],
	);
	return app === null ? null : { appSecret: app[0], verifyToken: app[1] };
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Only a proxy that is trusted may name people. Throws ConfigError. */
function signInProxyOf(
	{ signInHeader, signInSecret, signInNewUsers }: CombinedValues,
	trustedProxies: readonly string[],
): SignInProxy | null {
	if (signInHeader === null) return null;
	if (trustedProxies.length === 0) {
		const allowed = `set together with ${COMBINED_SETTINGS.signInHeader.variable}, to the addresses of the proxy that signs people in`;
		throw new ConfigError(SETTINGS.trustedProxies.variable, '', allowed);
	}
	const ranges = trustedProxies.map(parseRange);
	if (signInSecret === null && LOOPBACK.some((address) => inRanges(address, ranges))) {
		const allowed = `set where ${SETTINGS.trustedProxies.variable} contains this machine: any program on it could name people otherwise`;
		throw new ConfigError(COMBINED_SETTINGS.signInSecret.variable, '', allowed);
	}
	return {
		header: signInHeader,
		ranges,
		secret: signInSecret,
		newUsers: signInNewUsers === 'refuse' ? null : signInNewUsers,
	};
}

/** Throws ConfigError where the key is missing, or where a limit is set: nothing keeps the size of a bucket. */
function mediaBucketOf(
	{ mediaUrl, mediaKeyId, mediaKeySecret }: CombinedValues,
	mediaLimit: number | null,
): S3Target | null {
	if (mediaUrl === null) return null;
	for (const [value, { variable }] of [
		[mediaKeyId, COMBINED_SETTINGS.mediaKeyId],
		[mediaKeySecret, COMBINED_SETTINGS.mediaKeySecret],
	] as const) {
		if (value === null) {
			throw new ConfigError(
				variable,
				'',
				`set together with ${COMBINED_SETTINGS.mediaUrl.variable}, as may ${variable}_FILE`,
			);
		}
	}
	if (mediaLimit !== null) {
		const { variable } = SETTINGS.mediaLimit;
		const allowed = `off with ${COMBINED_SETTINGS.mediaUrl.variable}: limit the bucket at its server, and delete old files with ${RETENTION.media.variable}`;
		throw new ConfigError(variable, String(mediaLimit), allowed);
	}
	return { ...mediaUrl, accessKeyId: mediaKeyId ?? '', secretAccessKey: mediaKeySecret ?? '' };
}

/** Throws ConfigError where some of the settings of mail are set and others are not. */
function mailOf({ smtpUrl, from, to }: Values<typeof MAIL>): MailSettings | null {
	const sender = bothOrNeither([smtpUrl, MAIL.smtpUrl], [from, MAIL.from]);
	if (sender === null && to.length === 0) return null;
	if (sender !== null && to.length > 0) return { server: sender[0], from: sender[1], to };
	const [missing, other] = sender === null ? [MAIL.smtpUrl, MAIL.to] : [MAIL.to, MAIL.smtpUrl];
	throw new ConfigError(missing.variable, '', `set together with ${other.variable}`);
}

/** Throws ConfigError where one of the settings of n8n is set and the other is not. */
function n8nOf({ url, apiKey }: Values<typeof N8N>): N8nSettings | null {
	const both = bothOrNeither([url, N8N.url], [apiKey, N8N.apiKey]);
	return both === null ? null : { url: both[0], apiKey: both[1] };
}

function tracesOf({
	tracesEndpoint,
	tracesService,
}: CombinedValues): { url: string; service: string } | null {
	return tracesEndpoint === null ? null : { url: `${tracesEndpoint}/v1/traces`, service: tracesService };
}

/**
 * All requests must use HTTPS (specification, Authentication 3); on a loopback address plain HTTP is allowed, because
 * it does not leave the machine. Throws ConfigError.
 */
function requireTlsBeyondLoopback({
	host,
	tls,
	trustedProxies,
}: {
	host: string;
	tls: object | null;
	trustedProxies: readonly string[];
}): void {
	if (isLoopback(host) || tls !== null || trustedProxies.length > 0) return;
	throw new ConfigError(
		'GATEWAY_HOST',
		host,
		'a loopback address, unless GATEWAY_TLS_CERT and GATEWAY_TLS_KEY are set, or GATEWAY_TRUST_PROXY names the proxy that ends TLS and sends X-Forwarded-Proto: https',
	);
}

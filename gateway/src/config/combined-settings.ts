import { PLANS } from '../domain/access/plan.ts';
import { parseS3Url } from '../media/storage/s3/s3-target.ts';
import { optional, secret, setting } from './setting.ts';
import { parseSmtpUrl } from './smtp-url.ts';
import { parseCertificateFile, parseKeyFile, READABLE_PEM_FILE } from './tls-files.ts';
import {
	list,
	matching,
	oneOf,
	parseHeaderName,
	parseMailAddress,
	parseRateLimits,
	parseUrl,
} from './parsers.ts';

/** The settings that make one value of the configuration together with others. */
export const COMBINED_SETTINGS = {
	planName: setting('GATEWAY_PLAN', 'enterprise', oneOf(PLANS), `one of ${PLANS.join(', ')}`),
	rateLimits: setting(
		'GATEWAY_RATE_LIMITS',
		'',
		parseRateLimits,
		'off, or a list like messages=100,general=500',
	),
	tlsCert: optional('GATEWAY_TLS_CERT', parseCertificateFile, READABLE_PEM_FILE),
	tlsKey: optional('GATEWAY_TLS_KEY', parseKeyFile, READABLE_PEM_FILE),
	metaAppSecret: secret(
		'GATEWAY_META_APP_SECRET',
		matching(/^[0-9a-f]{32}$/i),
		'the App Secret of your app at Meta: 32 hexadecimal digits, under App settings, Basic',
	),
	metaVerifyToken: secret(
		'GATEWAY_META_VERIFY_TOKEN',
		matching(/^.{8,}$/s),
		'a text of your choice of 8 characters or more; enter the same at Meta',
	),
	signInHeader: optional(
		'GATEWAY_SIGN_IN_HEADER',
		parseHeaderName,
		'the name of the header in which the proxy that signs people in names them, such as X-Forwarded-User',
	),
	signInSecret: secret(
		'GATEWAY_SIGN_IN_SECRET',
		matching(/^\S{24,}$/),
		'24 characters or more, without spaces, which the proxy sends in the header X-Gateway-Sign-In-Secret',
	),
	signInNewUsers: setting(
		'GATEWAY_SIGN_IN_NEW_USERS',
		'refuse',
		oneOf(['refuse', 'viewer', 'operator']),
		'refuse, viewer or operator: the role of somebody whom the proxy names and nobody has invited',
	),
	// A secret only in errors: somebody may write the key into it.
	mediaUrl: secret(
		'GATEWAY_MEDIA_URL',
		parseS3Url,
		'the URL of a folder in a bucket, such as s3://bucket/folder?region=eu-central-1, or s3://bucket/folder?endpoint=https://s3.example.com for a server other than AWS (with &region= and &pathStyle=false where it needs them), or unset for the data folder',
	),
	// The standard variables of S3 clients, which count only with GATEWAY_MEDIA_URL.
	mediaKeyId: secret('AWS_ACCESS_KEY_ID', matching(/^[^\s/,=]{1,128}$/), 'the id of a key of the bucket'),
	mediaKeySecret: secret(
		'AWS_SECRET_ACCESS_KEY',
		matching(/^\S{1,256}$/),
		'the secret of a key of the bucket',
	),
	// OpenTelemetry's standard variables: a platform sets them for every program it runs.
	tracesEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', parseUrl, 'a URL such as http://127.0.0.1:4318'),
	tracesService: setting('OTEL_SERVICE_NAME', 'messaging-gateway', (name) => name, 'a name'),
};

/** How alerts are sent by mail; all three or none. */
export const MAIL = {
	smtpUrl: secret(
		'GATEWAY_SMTP_URL',
		parseSmtpUrl,
		'the URL of a mail server, such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte; ?tls=optional at its end lets mail travel unencrypted',
	),
	from: optional(
		'GATEWAY_ALERT_MAIL_FROM',
		parseMailAddress,
		'one mail address, such as gateway@example.com',
	),
	to: setting(
		'GATEWAY_ALERT_MAIL_TO',
		'',
		list(parseMailAddress),
		'a list of mail addresses, such as ops@example.com,anna@example.com',
	),
};

/** How the ledger reads what n8n executed; both or none. */
export const N8N = {
	url: optional(
		'GATEWAY_N8N_URL',
		parseUrl,
		'the address of n8n for the gateway, such as http://127.0.0.1:5678',
	),
	apiKey: secret(
		'GATEWAY_N8N_API_KEY',
		matching(/^\S{1,4096}$/),
		'a key of n8n with the scopes execution:list and workflow:list, made in n8n under Settings > n8n API',
	),
};

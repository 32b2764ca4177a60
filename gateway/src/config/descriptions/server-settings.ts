import type { Variable } from '../all-settings.ts';
import type { Description } from './description.ts';

/** Settings of the server itself: its address, its data, and who may use it how much. */
export const SERVER_SETTINGS = {
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
} as const satisfies Partial<Record<Variable, Description>>;

import type { SimulatorLatency } from './simulator/latency.ts';

export const NETWORKS = ['simulator', 'whatsapp'] as const;

/** The configuration of networks. */
export interface NetworkSettings {
	network: (typeof NETWORKS)[number];
	simulatorLatency: SimulatorLatency;
	/** The URL of WhatsApp's multi-device server, which devices linked by QR code connect to. */
	whatsappUrl: string;
	/** The version of WhatsApp's web client that devices identify as; null: the built-in one. */
	whatsappVersion: [number, number, number] | null;
	/** The URL of Meta's Graph API with its version, without a trailing slash. */
	graphUrl: string;
	/** The app at Meta whose webhooks are accepted; null: no app, and no official connections. */
	meta: { appSecret: string; verifyToken: string } | null;
}

import type { SimulatorLatency } from './simulator/latency.ts';

export const NETWORKS = ['simulator', 'whatsapp'] as const;

/** What can be set about networks. */
export interface NetworkSettings {
	network: (typeof NETWORKS)[number];
	simulatorLatency: SimulatorLatency;
	/** WhatsApp's multi-device server, which devices linked by QR code connect to. */
	whatsappUrl: string;
	/** The version of WhatsApp's web client that devices say they are; null: the one the gateway comes with. */
	whatsappVersion: [number, number, number] | null;
	/** Meta's Graph API with its version, without a slash at the end. */
	graphUrl: string;
	/** The app at Meta whose webhooks are believed; null: there is none, and nobody connects officially. */
	meta: { appSecret: string; verifyToken: string } | null;
	/** Under which sessions are stored; null: the one in the data folder. */
	encryptionKey: Buffer | null;
}

import type { WhatsApp } from './whatsapp.ts';

/** Makes this very process trust the stand-in for WhatsApp's server, as its preload does for a process of its own. */
export async function trustWhatsApp(whatsApp: WhatsApp): Promise<void> {
	Object.assign(process.env, whatsApp.trust.env);
	await import('../../whatsapp-server/trust-test-root.mjs' as string);
}

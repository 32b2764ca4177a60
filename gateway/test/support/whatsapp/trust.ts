import { importOnce } from '../import-once.ts';
import type { WhatsApp } from './whatsapp.ts';

/** Makes this very process trust the stand-in for WhatsApp's server, as its preload does for a process of its own. */
export async function trustWhatsApp(whatsApp: WhatsApp): Promise<void> {
	const trust = encodeURIComponent(whatsApp.trust.env.WHATSAPP_TEST_TRUST);
	await importOnce(`../../whatsapp-server/trust-test-root.mjs?${trust}`, import.meta.url);
}

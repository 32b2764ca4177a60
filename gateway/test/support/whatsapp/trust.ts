import { importOnce } from '../import-once.ts';
import type { WhatsApp } from './whatsapp.ts';

/** Makes the current process trust the WhatsApp stand-in, as the preload does for a process of its own. */
export async function trustWhatsApp(whatsApp: WhatsApp): Promise<void> {
	const trust = encodeURIComponent(whatsApp.trust.env.WHATSAPP_TEST_TRUST);
	await importOnce(`../../whatsapp-server/trust-test-root.mjs?${trust}`, import.meta.url);
}

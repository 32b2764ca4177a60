import tls from 'node:tls';
import type { WhatsApp } from './whatsapp.ts';

interface Trust {
	rootKey: string;
	certificate: string;
}

/** Makes this very process trust the stand-in for WhatsApp's server, as its preload does for a process of its own. */
export async function trustWhatsApp(whatsApp: WhatsApp): Promise<void> {
	const { WA_CERT_DETAILS } = await import('baileys');
	const { rootKey, certificate } = JSON.parse(whatsApp.trust.env.WHATSAPP_TEST_TRUST) as Trust;
	Object.assign(WA_CERT_DETAILS, { PUBLIC_KEY: Buffer.from(rootKey, 'hex') });
	tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
}

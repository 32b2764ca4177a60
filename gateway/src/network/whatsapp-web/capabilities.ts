import { CAPABILITIES, type Capability } from '../capabilities.ts';

/** All capabilities except templates, which only the official API has, and audio captions, which no phone shows. */
export const WHATSAPP_WEB_CAPABILITIES: ReadonlySet<Capability> = new Set(
	CAPABILITIES.filter((capability) => capability !== 'templates' && capability !== 'audio_captions'),
);

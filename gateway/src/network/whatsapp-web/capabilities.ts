import { CAPABILITIES, type Capability } from '../capabilities/capabilities.ts';

/**
 * What a linked device cannot do: only the official API has templates and interactive messages, no phone shows captions
 * of audio files, and previews of links are never fetched.
 */
const MISSING: ReadonlySet<Capability> = new Set([
	'templates',
	'interactive_messages',
	'audio_captions',
	'link_previews',
]);

export const WHATSAPP_WEB_CAPABILITIES: ReadonlySet<Capability> = new Set(
	CAPABILITIES.filter((capability) => !MISSING.has(capability)),
);

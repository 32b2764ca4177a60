import { CAPABILITIES, type Capability } from '../capabilities.ts';

/** Everything but templates, which are the official API's, and captions that no phone would show. */
export const WHATSAPP_WEB_CAPABILITIES: ReadonlySet<Capability> = new Set(
	CAPABILITIES.filter((one) => one !== 'templates' && one !== 'audio_captions'),
);

import type { InstanceStatusRecord } from '../../api/types.ts';
import type { Attachable } from '../../components/compose/attach-panel.tsx';

export type Capabilities = ReadonlySet<InstanceStatusRecord['capabilities'][number]>;

const ATTACHABLE: Record<Exclude<Attachable, 'later'>, InstanceStatusRecord['capabilities'][number]> = {
	voice: 'voice_notes',
	sticker: 'stickers',
	location: 'locations',
	contact: 'contact_cards',
	poll: 'polls',
};

/** Returns the kinds of messages besides texts and files that a network with these capabilities accepts. */
export function offeredKinds(capabilities: Capabilities): Attachable[] {
	const kinds = Object.keys(ATTACHABLE) as (keyof typeof ATTACHABLE)[];
	return [...kinds.filter((kind) => capabilities.has(ATTACHABLE[kind])), 'later'];
}

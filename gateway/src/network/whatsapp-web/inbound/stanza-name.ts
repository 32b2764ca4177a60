import type { BinaryNode } from 'baileys';

/** The name of a message's stanza: WhatsApp delivers a message again under the same one. */
export function nameOf({ attrs }: BinaryNode): string {
	return `${attrs.from ?? ''} ${attrs.participant ?? ''} ${attrs.id ?? ''}`;
}

/** The network's id of the message with this name. */
export function networkIdIn(name: string): string {
	return name.split(' ')[2] ?? '';
}

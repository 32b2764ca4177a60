import type { IDisplayOptions, INode } from 'n8n-workflow';

/** Shows a field only in nodes of version 1, which workflows made before the second edition contain. */
export const VERSION_1: NonNullable<IDisplayOptions['show']> = { '@version': [1] };

/** Shows a field only in nodes of version 2 and later. */
export const FROM_VERSION_2: NonNullable<IDisplayOptions['show']> = { '@version': [{ _cnd: { gte: 2 } }] };

/** Returns whether a node is of version 1. Its outputs and defaults must stay as they were. */
export function isVersion1(node: INode): boolean {
	return node.typeVersion < 2;
}

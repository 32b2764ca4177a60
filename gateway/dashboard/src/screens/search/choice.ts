import type { ComponentChildren } from 'preact';
import type { IconName } from '../../components/display/icon.tsx';
import type { Range } from '../../components/search/highlighted.tsx';

/** The groups of results, in their order. */
export const GROUPS = ['Go to', 'Actions', 'Chats', 'Contacts', 'Messages'] as const;
export type Group = (typeof GROUPS)[number];

/** Something to choose in the search. */
export interface Choice {
	/** Identifies it among all choices. */
	key: string;
	group: Group;
	icon: IconName;
	title: string;
	/** The matches in the title. */
	marks?: readonly Range[];
	detail?: ComponentChildren;
	act: () => void;
}

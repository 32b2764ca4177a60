import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';
import { chosenInstance } from './chosenInstance';

/** What the list shows of a group (specification: Group, list item). */
interface ListedGroup {
	id: string;
	name: string;
	participantsCount: number;
	isAdmin: boolean;
}

/** Fills the list of a group field. The gateway gives all groups at once and has no search of its own. */
export async function searchGroups(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const groups = await gatewayData<ListedGroup[]>(this, {
		method: 'GET',
		path: '/v1/groups',
		query: { instanceId: chosenInstance(this) },
	});
	const found = groups.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id.includes(wanted));
	return {
		results: found.map(({ id, name, participantsCount, isAdmin }) => ({
			name,
			value: id,
			description: `${participantsCount} participants${isAdmin ? ', you are an admin' : ''}`,
		})),
	};
}

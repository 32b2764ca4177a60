import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';
import { selectedInstance } from './selectedInstance';

/** The fields of a group that the list shows (specification: Group, list item). */
interface ListedGroup {
	id: string;
	name: string;
	participantsCount: number;
	isAdmin: boolean;
}

/** Lists the groups whose name or ID contains the filter. The gateway returns all groups at once, without a search. */
export async function searchGroups(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const groups = await gatewayData<ListedGroup[]>(this, {
		method: 'GET',
		path: '/v1/groups',
		query: { instanceId: selectedInstance(this) },
	});
	const found = groups.filter(({ id, name }) => name.toLowerCase().includes(needle) || id.includes(needle));
	return {
		results: found.map(({ id, name, participantsCount, isAdmin }) => ({
			name,
			value: id,
			description: `${participantsCount} participants${isAdmin ? ', you are an admin' : ''}`,
		})),
	};
}

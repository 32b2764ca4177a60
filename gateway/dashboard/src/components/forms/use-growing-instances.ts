import { useLoad, type Loaded } from '../../api/hooks/use-load.ts';
import { listFirstInstances, listFurtherInstances } from '../../api/instances.ts';
import type { InstanceListItem } from '../../api/types.ts';

/** The instances to choose from, as far as they are loaded. */
export interface GrowingInstances extends Pick<Loaded<InstanceListItem[]>, 'error' | 'reload'> {
	loaded: readonly InstanceListItem[];
	isComplete: boolean;
}

/** Loads the instances to choose from; the first ones are there before the others. */
export function useGrowingInstances(): GrowingInstances {
	const first = useLoad('first instances', listFirstInstances);
	const total = first.data?.pagination.total ?? null;
	const further = useLoad(total === null ? null : `${total} instances`, (signal) =>
		listFurtherInstances(total ?? 0, signal),
	);
	return {
		loaded: [...(first.data?.data ?? []), ...(further.data ?? [])],
		isComplete: further.data !== undefined,
		error: first.error ?? further.error,
		reload() {
			first.reload();
			further.reload();
		},
	};
}

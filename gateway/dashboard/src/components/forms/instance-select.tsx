import { listInstances } from '../../api/instances.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { useLoad, type Loaded } from '../../api/use-load.ts';
import { SelectField } from './select-field.tsx';

/** The largest page of the API. */
const PAGE_SIZE = 100;
/** Maximum number of instances offered; more cannot be told apart in a list. */
const LIMIT = 1000;

/** The instances to choose from. */
export function useInstances(): Loaded<InstanceListItem[]> {
	return useLoad('instances', async (signal) => {
		const { data, pagination } = await listInstances(0, PAGE_SIZE, signal);
		const further: Promise<InstanceListItem[]>[] = [];
		for (let offset = PAGE_SIZE; offset < Math.min(pagination.total, LIMIT); offset += PAGE_SIZE) {
			further.push(listInstances(offset, PAGE_SIZE, signal).then((page) => page.data));
		}
		return [...data, ...(await Promise.all(further)).flat()];
	});
}

interface Properties {
	label: string;
	/** Label of the option for all instances. */
	all: string;
	value: string;
	onChange: (instanceId: string) => void;
}

/** Selects one instance, or all. */
export function InstanceSelect({ label, all, value, onChange }: Properties) {
	const { data = [] } = useInstances();
	const options = data.map(({ id, name }) => [id, name] as const);
	return <SelectField label={label} value={value} onChange={onChange} options={[['', all], ...options]} />;
}

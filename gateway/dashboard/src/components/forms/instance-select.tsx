import { listInstances } from '../../api/instances.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { useLoad, type Loaded } from '../../api/use-load.ts';
import { SelectField } from './select-field.tsx';

/** As many as a page of the list has: who has more of them goes through the list of instances. */
const MOST = 100;

/** The instances to choose among. */
export function useInstances(): Loaded<InstanceListItem[]> {
	return useLoad('instances', async (signal) => (await listInstances(0, MOST, signal)).data);
}

interface Properties {
	label: string;
	/** The words for no instance in particular. */
	all: string;
	value: string;
	onChange: (instanceId: string) => void;
}

/** One instance, or all. */
export function InstanceSelect({ label, all, value, onChange }: Properties) {
	const { data = [] } = useInstances();
	const options = data.map(({ id, name }) => [id, name] as const);
	return <SelectField label={label} value={value} onChange={onChange} options={[['', all], ...options]} />;
}

import { listAllInstances } from '../../api/instances.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { useLoad, type Loaded } from '../../api/hooks/use-load.ts';
import { SelectField } from './select-field.tsx';

/** The instances to choose from. */
export function useInstances(): Loaded<InstanceListItem[]> {
	return useLoad('instances', listAllInstances);
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

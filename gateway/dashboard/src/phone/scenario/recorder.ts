import { signal } from '@preact/signals';
import type { Scenario, ScenarioPhone, Step } from '../../../../../scenarios/src/format/scenario.ts';
import type { ManualPhone } from '../../api/types.ts';

/** A conversation that is being recorded as a scenario. */
export interface Recording {
	/** The instance of the scenario: the first one that a step is about. */
	instanceId: string | null;
	/** The phones of the steps, by the names that the steps have for them. */
	phones: Readonly<Record<string, ScenarioPhone>>;
	steps: readonly Step[];
}

/** The running recording, or the last one that is not discarded. */
export const recording = signal<Recording | null>(null);
export const isRecording = signal(false);

export function beginRecording(): void {
	recording.value = { instanceId: null, phones: {}, steps: [] };
	isRecording.value = true;
}

export function endRecording(): void {
	isRecording.value = false;
}

export function dropRecording(): void {
	isRecording.value = false;
	recording.value = null;
}

/** Returns the name of a phone in the steps, and adds the phone to the recording. */
type NameOf = (phone: ManualPhone) => string;

/** Adds a step to a running recording. `instanceId` is the instance of the step; null: any. */
export function record(instanceId: string | null, step: (name: NameOf) => Step): void {
	const { value } = recording;
	if (!isRecording.value || value === null) return;
	if (instanceId !== null && value.instanceId !== null && instanceId !== value.instanceId) return;
	const phones = { ...value.phones };
	const added = step((phone) => {
		const known = Object.keys(phones).find((name) => phones[name]?.number === phone.number);
		if (known !== undefined) return known;
		const name = newName(phone.name, phones);
		phones[name] = { number: phone.number, name: phone.name, reads: phone.reads };
		return name;
	});
	recording.value = {
		instanceId: value.instanceId ?? instanceId,
		phones,
		steps: [...value.steps, added],
	};
}

/** Returns the first word of a name in lower case, with a number if another phone has that name. */
function newName(name: string, taken: Recording['phones']): string {
	const first = /[\p{L}\p{N}]+/u.exec(name.toLowerCase())?.[0] ?? 'phone';
	for (let suffix = 1; ; suffix += 1) {
		const candidate = suffix === 1 ? first : `${first}${suffix}`;
		if (!(candidate in taken)) return candidate;
	}
}

/** Returns the scenario of a recording, for the instance with this name. */
export function recorded({ phones, steps }: Recording, instance: string | null): Scenario {
	const [first] = Object.values(phones);
	return { name: `Conversation of ${first?.name ?? 'a phone'}`, instance, phones, steps };
}

/** Returns a file as a data URL, so that a scenario can contain it. */
export function dataUrlOf(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => {
			resolve(reader.result as string);
		};
		reader.onerror = () => {
			reject(reader.error ?? new Error('The file cannot be read.'));
		};
		reader.readAsDataURL(file);
	});
}

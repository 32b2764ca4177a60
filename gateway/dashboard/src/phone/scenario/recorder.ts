import { signal } from '@preact/signals';
import type { Scenario, ScenarioPhone, Step } from '../../../../../scenarios/src/scenario.ts';
import type { ManualPhone } from '../api.ts';

/** A conversation that is being recorded as a scenario. */
export interface Recording {
	/** A scenario is about one instance: the first that something is done with. */
	instanceId: string | null;
	/** The phones that took part, by the names the steps call them. */
	phones: Readonly<Record<string, ScenarioPhone>>;
	steps: readonly Step[];
}

/** What is recorded now, or was recorded last and is not saved yet. */
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

/** Gives a phone its name in the steps, and notes that it takes part. */
type NameOf = (phone: ManualPhone) => string;

/** Adds a step while a recording is going on. `instanceId` is the instance it is about; null: about any. */
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

/** The first name in lower case, or with a figure where another phone has it already. */
function newName(name: string, taken: Recording['phones']): string {
	const first = /[\p{L}\p{N}]+/u.exec(name.toLowerCase())?.[0] ?? 'phone';
	for (let figure = 1; ; figure += 1) {
		const candidate = figure === 1 ? first : `${first}${figure}`;
		if (!(candidate in taken)) return candidate;
	}
}

/** What was recorded, as a scenario about the instance with this name. */
export function recorded({ phones, steps }: Recording, instance: string | null): Scenario {
	const [first] = Object.values(phones);
	return { name: `Conversation of ${first?.name ?? 'a phone'}`, instance, phones, steps };
}

/** A file as text, so that a scenario can carry it. */
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

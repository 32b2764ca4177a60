/** `problem`: the gateway does not start, or does not do its work. */
export type Level = 'ok' | 'warning' | 'problem';

/** A result of a check. */
export interface Finding {
	level: Level;
	topic: string;
	/** The state, and for a warning or a problem also the remedy. Contains no secret. */
	text: string;
}

type Find = (topic: string, text: string) => Finding;

export const ok: Find = (topic, text) => ({ level: 'ok', topic, text });
export const warning: Find = (topic, text) => ({ level: 'warning', topic, text });
export const problem: Find = (topic, text) => ({ level: 'problem', topic, text });

/** Characters of the first two columns. */
const LEVEL_WIDTH = 8;
const TOPIC_WIDTH = 11;

/** Returns the line of a finding. */
export function lineOf({ level, topic, text }: Finding): string {
	return `${level.padEnd(LEVEL_WIDTH)} ${topic.padEnd(TOPIC_WIDTH)} ${text}`;
}

/** Returns the last line of a report. */
export function summaryOf(findings: readonly Finding[]): string {
	const count = (level: Level, noun: string): string[] => {
		const found = findings.filter((one) => one.level === level).length;
		return found === 0 ? [] : [`${found} ${noun}${found === 1 ? '' : 's'}`];
	};
	const counts = [...count('problem', 'problem'), ...count('warning', 'warning')];
	return counts.length === 0 ? 'No problems found.' : `Found: ${counts.join(', ')}.`;
}

import type { Scenario, ScenarioPhone, Step } from '../format/scenario.ts';
import type { ExpectedAnswers } from './exercise.ts';
import { dueAnswers } from './expected-answers.ts';
import type { Verdict } from './judge.ts';
import { faultTime, situationId } from './situation.ts';

interface Origin {
	instance: string | null;
	phones: Readonly<Record<string, ScenarioPhone>>;
	answers: ExpectedAnswers;
}

/**
 * Returns a scenario with the steps of a situation and its correct answers. It fails while the workflow behaves as in
 * the situation.
 */
export function reproduce(verdict: Verdict, { instance, phones, answers }: Origin): Scenario {
	const { observation, findings } = verdict;
	const { situation, written, taken, replies } = observation;
	const { phone, steps } = situation;
	const delay = faultTime(situation);
	const { required } = dueAnswers(observation, answers);
	const changedAt =
		taken?.from ?? written.find(({ edit }) => edit !== null)?.edit?.at ?? written[0]?.deletedAt ?? null;
	// The scenario awaits an answer from before a change before it makes the change.
	const before = changedAt === null ? 0 : replies.filter(({ at }) => at < changedAt).length;
	const failed = (kind: string): boolean => findings.some(({ failure }) => failure === kind);
	const [original] = written;
	const isOutdated = failed('old_text') && original !== undefined;
	const pattern = answerPattern(answers, isOutdated ? original.text : null);
	const receive = (matches: RegExp | null): Step => {
		return {
			step: 'receive',
			phone,
			group: null,
			text: null,
			contains: null,
			matches,
			type: null,
			within: answers.within + delay,
		};
	};
	// A run that failed may have left the chat with the person.
	const release: Step = { step: 'release', phone };
	// An answer that the network delays comes too late to be seen in the silence alone.
	const silence: Step = { step: 'nothing', phone, for: answers.quiet + delay };
	const middle = steps.flatMap((step, index): Step[] => {
		const isChange = ['edit', 'delete', 'echo'].includes(step.step);
		// The customer also receives the messages of the person, which are no answers of the workflow.
		const after = step.step === 'echo' ? [receive(new RegExp(`^${escaped(step.text)}$`, 'u'))] : [];
		if (isChange) {
			return [...Array.from({ length: Math.min(before, 1) }, () => receive(pattern)), step, ...after];
		}
		// The pause before the release is when the workflow has to be silent.
		return step.step === 'wait' && steps[index + 1]?.step === 'release' ? [silence] : [step];
	});
	// Before an edit the answer may have been right, and another one is none the less due if it repeated the old text.
	const answered = taken === null && !isOutdated ? Math.min(before, 1) : 0;
	const left = Math.max(0, required.length - answered);
	const inOrder = failed('out_of_order')
		? written.slice(0, left).map(({ text }) => receive(new RegExp(escaped(text), 'u')))
		: Array.from({ length: left }, () => receive(pattern));
	const kinds = findings.map(({ failure }) => failure).join(', ');
	const name = phones[phone];
	return {
		name: `${situationId(situation)}: ${kinds === '' ? 'no failure' : kinds}`,
		instance,
		phones: name === undefined ? {} : { [phone]: name },
		steps: [...(taken === null ? [] : [release]), ...middle, ...inOrder, silence],
	};
}

/** The pattern of an answer: one of the allowed texts, and neither a notice nor an edited text. Null: any. */
function answerPattern({ allowed, notices }: ExpectedAnswers, oldText: string | null): RegExp | null {
	const never = [...notices.map(({ source }) => source), ...(oldText === null ? [] : [escaped(oldText)])];
	const not = never.length === 0 ? '' : `(?![\\s\\S]*(?:${never.join('|')}))`;
	const some =
		allowed.length === 0 ? '' : `(?=[\\s\\S]*(?:${allowed.map(({ source }) => source).join('|')}))`;
	return not === '' && some === '' ? null : new RegExp(`^${not}${some}`, 'u');
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

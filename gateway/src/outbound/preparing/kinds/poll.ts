import type { Poll } from '../../../domain/messages/message-details.ts';
import { invalidParameters } from '../../../domain/invalid-parameters.ts';

/** The `poll` of a send request. */
export interface PollFields {
	question: string;
	options: readonly string[];
	selectable?: number;
}

/** The poll of a message to send; a person can select one option where `selectable` is absent. Throws invalid_parameters. */
export function pollOf({ question, options, selectable = 1 }: PollFields): Poll {
	if (question.trim() === '') throw invalidParameters('"poll.question" must not be blank');
	const texts = options.map((option) => option.trim());
	const blank = texts.indexOf('');
	if (blank !== -1) throw invalidParameters(`"poll.options.${blank}" must not be blank`);
	const repeated = texts.findIndex((text, index) => texts.indexOf(text) !== index);
	if (repeated !== -1)
		throw invalidParameters(`"poll.options.${repeated}" must differ from the options before it`);
	if (selectable > options.length) {
		throw invalidParameters(`"poll.selectable" must be at most ${options.length}, the number of options`);
	}
	return { question, options: [...options], selectable };
}

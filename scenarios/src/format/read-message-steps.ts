import type { FieldReader } from './field-reader.ts';
import type { Media } from './scenario.ts';
import { readChat, readMessage, type StepReaders } from './step-fields.ts';

/** Reads the steps in which a phone sends something other than a text or a file, or changes a message. */
export const MESSAGE_READERS: StepReaders<
	| 'reply'
	| 'location'
	| 'contact'
	| 'poll'
	| 'voice'
	| 'sticker'
	| 'react'
	| 'edit'
	| 'delete'
	| 'vote'
	| 'press'
> = {
	reply: (fields, phone) => ({ step: 'reply', ...readMessage(fields, phone), text: fields.text('text') }),
	location: (fields, phone) => ({
		step: 'location',
		...readChat(fields, phone),
		latitude: fields.number('latitude'),
		longitude: fields.number('longitude'),
		name: fields.textOr('name', null),
		address: fields.textOr('address', null),
		live: fields.flag('live'),
	}),
	contact: (fields, phone) => ({
		step: 'contact',
		...readChat(fields, phone),
		name: fields.text('name'),
		number: fields.textOr('number', null),
		email: fields.textOr('email', null),
	}),
	poll: (fields, phone) => ({
		step: 'poll',
		...readChat(fields, phone),
		question: fields.text('question'),
		options: fields.texts('options'),
		selectable: fields.numberOr('selectable', 1),
	}),
	voice: (fields, phone) => ({ step: 'voice', ...readChat(fields, phone), media: readFile(fields) }),
	sticker: (fields, phone) => ({ step: 'sticker', ...readChat(fields, phone), media: readFile(fields) }),
	react: (fields, phone) => ({
		step: 'react',
		...readMessage(fields, phone),
		emoji: fields.textOr('emoji', null),
	}),
	edit: (fields, phone) => ({ step: 'edit', ...readMessage(fields, phone), text: fields.text('text') }),
	delete: (fields, phone) => ({ step: 'delete', ...readMessage(fields, phone) }),
	vote: (fields, phone) => ({
		step: 'vote',
		...readMessage(fields, phone),
		options: fields.texts('options'),
	}),
	press: (fields, phone) => ({
		step: 'press',
		...readMessage(fields, phone),
		option: fields.text('option'),
	}),
};

/** A file whose type the step says. */
function readFile(fields: FieldReader): Media {
	return { from: fields.text('media'), type: null };
}

import { chat } from './chat.cases.ts';
import { contact } from './contact.cases.ts';
import { gateway } from './gateway.cases.ts';
import { group } from './group.cases.ts';
import { instance } from './instance.cases.ts';
import { message } from './message.cases.ts';
import { webhook } from './webhook.cases.ts';
import type { ArrangeCase } from './fixture.ts';

/** A test case for every operation of every resource; `operations.test.ts` fails when one is missing. */
export const operationCases: Record<string, Record<string, ArrangeCase>> = {
	chat,
	contact,
	gateway,
	group,
	instance,
	message,
	webhook,
};

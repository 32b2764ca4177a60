import { chat } from './chat.cases.ts';
import { contact } from './contact.cases.ts';
import { gateway } from './gateway.cases.ts';
import { group } from './group.cases.ts';
import { instance } from './instance.cases.ts';
import { message } from './message.cases.ts';
import { webhook } from './webhook.cases.ts';
import type { Arrange } from './world.ts';

/** A case for every operation of every resource; `operations.test.ts` fails for one that is missing. */
export const table: Record<string, Record<string, Arrange>> = {
	chat,
	contact,
	gateway,
	group,
	instance,
	message,
	webhook,
};

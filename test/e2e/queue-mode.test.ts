// n8n in queue mode: a main process, two workers and two webhook processes behind a load balancer.
import { afterAll, beforeAll } from '@jest/globals';
import { crashSuite } from './suites/queue/crashes.ts';
import { dataSuite } from './suites/queue/data.ts';
import { onceSuite } from './suites/queue/once.ts';
import { registrationSuite } from './suites/queue/registration.ts';
import { waitingSuite } from './suites/queue/waiting.ts';
import { openQueuePlayground, type QueuePlayground } from './support/queue/queue-playground.ts';

const STARTING_N8N_MS = 5 * 60_000;

const opened: { playground?: QueuePlayground } = {};
const playground = (): QueuePlayground => {
	if (opened.playground === undefined) throw new Error('n8n could not be started in queue mode.');
	return opened.playground;
};

beforeAll(async () => {
	opened.playground = await openQueuePlayground();
}, STARTING_N8N_MS);
afterAll(() => opened.playground?.close(), 120_000);

onceSuite(playground);
waitingSuite(playground);
dataSuite(playground);
registrationSuite(playground);
crashSuite(playground);

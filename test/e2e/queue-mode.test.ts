// n8n in queue mode: a main process, two workers and two webhook processes behind a load balancer.
import { crashSuite } from './suites/queue/crashes.ts';
import { dataSuite } from './suites/queue/data.ts';
import { onceSuite } from './suites/queue/once.ts';
import { registrationSuite } from './suites/queue/registration.ts';
import { waitingSuite } from './suites/queue/waiting.ts';
import { openQueuePlayground } from './support/queue/queue-playground.ts';
import { sharedPlayground } from './support/shared-playground.ts';

const playground = sharedPlayground(openQueuePlayground);

onceSuite(playground);
waitingSuite(playground);
dataSuite(playground);
registrationSuite(playground);
crashSuite(playground);

#!/usr/bin/env node
import { startSmall } from './memory.ts';
import { takeThreads } from './threads.ts';

takeThreads(process.env);
// What is loaded from here on leaves much behind that is not needed again.
startSmall();
await import('./command-line.ts');

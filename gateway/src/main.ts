#!/usr/bin/env node
import { limitYoungGeneration } from './memory.ts';
import { setThreadPoolSize } from './threads.ts';

setThreadPoolSize(process.env);
// What is loaded from here on leaves much behind that is not needed again.
limitYoungGeneration();
await import('./command-line.ts');

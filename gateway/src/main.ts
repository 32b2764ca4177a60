#!/usr/bin/env node
import { limitYoungGeneration } from './runtime/memory.ts';
import { setThreadPoolSize } from './runtime/threads.ts';

setThreadPoolSize(process.env);
// What is loaded from here on leaves much behind that is not needed again.
limitYoungGeneration();
await import('./command-line.ts');

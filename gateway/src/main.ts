#!/usr/bin/env node
import { limitYoungGeneration } from './runtime/memory.ts';
import { setThreadPoolSize } from './runtime/threads.ts';

setThreadPoolSize(process.env);
// Before the modules load, because loading them leaves much garbage.
limitYoungGeneration();
await import('./command-line.ts');

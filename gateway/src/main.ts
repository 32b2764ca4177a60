#!/usr/bin/env node
import { startSmall } from './memory.ts';

// What is loaded from here on leaves much behind that is not needed again.
startSmall();
await import('./command-line.ts');

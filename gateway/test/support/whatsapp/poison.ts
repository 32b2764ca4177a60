import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module that a gateway's process loads first, so that messages can trigger faults; poison.mjs lists the texts. */
export const POISON = pathToFileURL(path.join(import.meta.dirname, 'poison.mjs')).href;

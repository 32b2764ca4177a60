import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a gateway's process loads first, so that messages can make it fail; see poison.mjs for the texts. */
export const POISON = pathToFileURL(path.join(import.meta.dirname, 'poison.mjs')).href;

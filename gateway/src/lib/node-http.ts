/**
 * The module `node:http`. An import of it reads all of its exports, of which `WebSocket` loads the copy of undici inside
 * Node.js: 40 ms and 2.5 MB that the gateway does not need.
 */
export const http = process.getBuiltinModule('node:http');

import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import plugin from 'fastify-plugin';
import { compileOnce } from './compile-once.ts';

const compile = compileOnce((schema) => fastJsonStringify(schema));

/** Serializes responses as Fastify does by default, but compiles equal schemas once. */
export const serialization = plugin((app: FastifyInstance) => {
	const compiler: FastifySerializerCompiler<object> = ({ schema }) => compile(schema);
	app.setSerializerCompiler(compiler);
	return Promise.resolve();
});

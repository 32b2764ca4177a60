import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import plugin from 'fastify-plugin';
import { compileOnUse } from './compile-on-use.ts';

const compile = compileOnUse<unknown, string>((schema) => fastJsonStringify(schema));

/** Serializes responses as Fastify does by default, but compiles equal schemas once, at their first use. */
export const serialization = plugin((app: FastifyInstance) => {
	const compiler: FastifySerializerCompiler<object> = ({ schema }) => compile(schema);
	app.setSerializerCompiler(compiler);
	return Promise.resolve();
});

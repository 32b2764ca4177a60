import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../../domain/error.ts';
import { isForPeople, type Access } from './authentication/access.ts';
import { EXTENSION } from './schemas/fields.ts';
import type { Concerns } from './authentication/instance-limits.ts';
import { COMMON_ERRORS, Data, responsesOf, UNREADABLE_BODY } from './schemas/responses.ts';

/** The common properties of the routes of one file; each route may override them. */
interface RouteGroup {
	/** Their tag in the OpenAPI document. */
	tag: string;
	access?: Access;
	concerns?: Concerns;
	/** Whether they are additions to the specification. */
	extension?: boolean;
	config?: FastifyContextConfig;
}

/** A success is `data` in the envelope of the specification, or `response` as it is. */
type Success<Result> = { data: Result; response?: never } | { response: Result; data?: never };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Route<
	Params extends TSchema,
	Query extends TSchema,
	Body extends TSchema,
	Headers extends TSchema,
	Result extends TSchema,
> = Success<Result> & {
	method: Method;
	url: string;
	access?: Access;
	/** Required, here or of the group, except where the access is `public` or `owner`. */
	concerns?: Concerns;
	extension?: boolean;
	config?: FastifyContextConfig;
	/** Whether a person has to prove again who they are (step-up). */
	confirmed?: true;
	options?: Pick<RouteOptions, 'onRequest' | 'preValidation' | 'bodyLimit' | 'validatorCompiler'>;
	operationId: string;
	summary: string;
	description?: string;
	/** Content types of the body; absent: JSON. */
	consumes?: string[];
	/** Schemas of the parts of a request; a part without one is not validated. */
	params?: Params;
	querystring?: Query;
	body?: Body;
	headers?: Headers;
	/** HTTP status of a success; absent: 200. */
	status?: 201 | 202;
	/** Other successes, which the handler sends itself. */
	alternatives?: Partial<Record<206 | 304, object>>;
	/** Codes it can answer with, besides those of its access and its method; all of them on a public route. */
	errors?: readonly ErrorCode[];
	handler: (
		request: FastifyRequest<{
			Params: Static<Params>;
			Querystring: Static<Query>;
			Body: Static<Body>;
			Headers: Static<Headers>;
		}>,
		reply: FastifyReply,
	) => Static<Result> | Promise<Static<Result>>;
};

/** Adds a route. The types of its request and its result follow from its schemas. */
export type DefineRoute = <
	Params extends TSchema,
	Query extends TSchema,
	Body extends TSchema,
	Headers extends TSchema,
	Result extends TSchema,
>(
	route: Route<Params, Query, Body, Headers, Result>,
) => void;

/**
 * Returns the function by which a file adds its routes. It derives the errors that follow from a route's access and
 * method, puts `data` into the envelope and sets the status of a success.
 */
export function routeDefiner(app: { route(options: RouteOptions): unknown }, group: RouteGroup): DefineRoute {
	return (route) => {
		const {
			method,
			url,
			access = group.access,
			concerns = group.concerns,
			extension = group.extension,
			config,
			confirmed = false,
			options,
			...rest
		} = route;
		const { data, response, status = 200, alternatives = {}, errors = [], handler, ...schema } = rest;
		const own = { ...group.config, ...config };
		if (access === undefined) throw new Error(`${method} ${url} does not say who may call it.`);
		app.route({
			...options,
			method,
			url,
			config: {
				...own,
				access,
				...(concerns === undefined ? {} : { concerns }),
				...(confirmed ? { confirmed } : {}),
			},
			schema: {
				tags: [group.tag],
				...(extension === true ? EXTENSION : {}),
				...schema,
				response: {
					[status]: data === undefined ? response : Data(data),
					...alternatives,
					...responsesOf([
						...derivedErrors(access, method, route.querystring !== undefined).filter(
							(code) => code !== 'second_factor_missing' || own.withoutSecondFactor !== true,
						),
						...(confirmed ? (['confirmation_required'] as const) : []),
						...errors,
					]),
				},
			},
			handler: async (request, reply) => {
				reply.code(status);
				const result: unknown = await handler(request as Parameters<typeof handler>[0], reply);
				return data === undefined ? result : { success: true, data: result };
			},
		});
	};
}

/** Codes that follow from who may call a route and how. */
function derivedErrors(access: Access, method: Method, hasQuery: boolean): readonly ErrorCode[] {
	if (access === 'public') return [];
	const common = [...COMMON_ERRORS, ...errorsOfMethod(method, hasQuery)];
	if (access === 'any key') return common.filter((code) => code !== 'insufficient_permissions');
	return isForPeople(access) ? [...common, 'owner_not_set'] : common;
}

function errorsOfMethod(method: Method, hasQuery: boolean): readonly ErrorCode[] {
	if (method === 'GET' || method === 'DELETE') return hasQuery ? ['invalid_parameters'] : [];
	return UNREADABLE_BODY;
}

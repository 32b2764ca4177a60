/*
 * The parts of rate-limiter-flexible that the gateway uses. The index of the package also loads the limiters of a dozen
 * databases.
 */

module.exports = {
	RateLimiterMemory: require('rate-limiter-flexible/lib/RateLimiterMemory.js'),
	RateLimiterRes: require('rate-limiter-flexible/lib/RateLimiterRes.js'),
};

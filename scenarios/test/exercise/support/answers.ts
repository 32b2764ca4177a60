/** The answers of a bot that collects bursts for a second, on a machine that may be busy. */
export const PER_BURST = { per: 'burst', burst: '1s', within: '15s', quiet: '3s', grace: '3s' };

/** The answers of a bot that answers each message. */
export const PER_MESSAGE = { ...PER_BURST, per: 'message' };

/** What of the contract agentOS can't do, by the name of the conformance suite's check that shows it. */
export const GAPS = [];

import { testFaultTable } from './faultTable';

describe('Every call that is paid for under every fault, with Retry On Fail', () =>
	testFaultTable({ retryOnFail: true }));

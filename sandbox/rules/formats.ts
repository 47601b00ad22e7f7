import { domainProblem } from './domain';
import { personalEmailProblem } from './email';
import { publicIpProblem } from './ip';
import { jobTitlesProblem } from './jobTitles';
import { companyProfileUrlProblem, personProfileUrlProblem } from './profileUrl';
import { iso8601OffsetProblem, rfc3339Problem } from './timestamp';
import { uuidListProblem } from './uuid';
import { webhookUrlProblem } from './webhookUrl';

/** The rules behind the `format`s of openapi.yaml: each tells what is wrong with a value, or null. */
export const FORMAT_RULES: Record<string, (value: string) => string | null> = {
	'company-domain': domainProblem,
	'company-profile-url': companyProfileUrlProblem,
	'date-time': rfc3339Problem,
	'http-url': webhookUrlProblem,
	'iso-8601-with-offset': iso8601OffsetProblem,
	'job-titles': jobTitlesProblem,
	'person-profile-url': personProfileUrlProblem,
	'personal-email': personalEmailProblem,
	'public-ip': publicIpProblem,
	'uuid-list': uuidListProblem,
};

import { RecentMap } from '../shared/host/recentMap';
import type { VisitingRow } from './toOutput';

const MAX_MATCHES = 1000;

interface Report {
	firstPage: string;
	/** Entries of Pages That Matter for which the company started the workflow. */
	told: Set<string | undefined>;
}

/** The companies of the last visitors with a match, and what they were reported for. In this process only. */
export class Matches {
	private readonly companies = new RecentMap<VisitingRow>({ size: MAX_MATCHES });

	private readonly reports = new RecentMap<Report>({ size: MAX_MATCHES });

	/** @param key the fingerprint of the visitor's network */
	add(key: string, company: VisitingRow): void {
		this.companies.set(key, company);
	}

	of(key: string): VisitingRow | undefined {
		return this.companies.get(key);
	}

	/** The company starts the workflow for the first time in its cooldown. */
	reported(domain: string, firstPage: string, entry: string | undefined): void {
		this.reports.set(domain, { firstPage, told: new Set([entry]) });
	}

	/** The page that a company was first reported for, if it's now at a page that matters for the first time. */
	lookAgain(domain: string, entry: string | undefined): string | undefined {
		const report = this.reports.get(domain);
		if (!report || entry === undefined || report.told.has(entry)) return undefined;
		report.told.add(entry);
		return report.firstPage;
	}
}

import { refusals, type Answer } from '../answers';
import { canonicalIp } from '../rules/ip';
import { timestamp } from '../rules/timestamp';
import { revealed } from '../reveal';
import { bodyOf, type Call, type Routes } from './route';

export const revealRoutes: Routes = { revealCompany: { needs: 'reveal', run: reveal } };

function reveal(call: Call): Answer {
	const { world, account, requestId } = call;
	const now = world.clock.now();
	const price = world.settings().account.pricesUsd.reveal;
	if (!account.ledger.canPay(price)) throw refusals.lowBalance();
	const ip = canonicalIp(bodyOf(call)['ip'] as string);
	const { ip_geo, companies } = revealed(ip);
	const charge = companies.length > 0 ? price : 0;
	account.ledger.charge('reveal', charge, now, null);
	const body = {
		status: 'success',
		code: 200,
		timestamp: timestamp(now),
		request_id: requestId,
		data: { ip, ip_geo, companies },
		usage: { total_usd: charge, balance_remaining_usd: account.ledger.balanceUsd },
	};
	return { status: 200, headers: {}, body };
}

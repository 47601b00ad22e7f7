/** The texts of lines that have several. */
const listed = (...lines: string[]) => lines.flatMap((line) => line.split(' | '));

const ANDROID_DEVICES = listed(
	'SM-G991B | SM-A536B | SM-S918U | SM-T870 | Pixel 8 Pro | Pixel 6a | K | CUBOT X30',
	'CUBOT_NOTE_S Build/MRA58K | CUBOT | KINGKONG 5 Pro | Spider X1 | Smart Monitor M7',
	'en-us; Abbott Preview 2 Build/KOT49H | Scanpal EDA50 | TC57 | RMX3085 | CPH2269 | M2101K6G',
	'2201117TY | moto g(60) | XQ-BC52 | VOG-L29 | ANE-LX1 | Nokia G20 | FP4 | ONEPLUS A6013 | LM-V500N',
	'ZTE Blade V30 | TECNO CK7n | Infinix X6815B | itel A665L | Redmi Note 9S | POCO F3 | V2111 | DUB-LX1',
	'HRY-LX1T | Lenovo TB-X606F | KFTRWI | KFMAWI | BV9900 | DOOGEE S96Pro | Ulefone Armor 11',
	'CAT S62 Pro | BRAVIA 4K UR2 | AFTMM | SHIELD Android TV | Quest 3 | GM1917 | Robot Phone R1',
);

const onAndroid = (device: string, rest = 'Chrome/142.0.0.0 Mobile Safari/537.36') =>
	`Mozilla/5.0 (Linux; Android 13; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const IPHONE_APPS = listed(
	'Version/18.5 Mobile/15E148 Safari/604.1 | CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1',
	'FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
	'EdgiOS/142.0.3595.53 Version/18.0 Mobile/15E148 Safari/604.1',
	'GSA/394.0.826379447 Mobile/15E148 Safari/604.1 | OPT/5.6.2 Mobile/15E148',
	'DuckDuckGo/7 Safari/605.1.15',
	'Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.37.77;FBBV/790000000;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/5]',
	'Mobile/15E148 Instagram 380.0.0.28.104 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 730000000)',
	'Mobile/15E148 Twitter for iPhone/11.1 | Mobile/15E148 Snapchat/13.40.0.40',
	'Mobile/15E148 musical_ly_38.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store',
	'Mobile/15E148 MicroMessenger/8.0.60(0x18003c2b) NetType/WIFI | Mobile/15E148 Slack/25.11.10',
	'Mobile/15E148 Teams/7.18.0 | Mobile/15E148 Outlook-iOS/2.0 | Mobile/15E148 Line/15.16.0',
	'Mobile/15E148 Pinterest/iOS | Mobile/15E148 Reddit/Version 2025.45 | Mobile/15E148 KAKAOTALK 25.9.0',
	'CamScanner/6.80 | Mobile/15E148 WhatsApp | Mobile/15E148 Flipboard/4.3 | Mobile/15E148 Viber/25.8.0',
	'Mobile/15E148 Telegram-iOS/12.1 | Mobile/15E148 Discord/304.0',
	'Brave/1.80 Mobile/15E148 Safari/604.1 | Mobile/15E148 Zalo iOS/25.10',
);

const ANDROID_APPS = listed(
	'Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/535.0.0.49.72;]',
	'Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36 Instagram 406.0.0.43.78 Android (33/13; 420dpi; 1080x2400; samsung; SM-A536B; a53x; s5e8825; en_GB; 800000000)',
	'Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36 trill_420400 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly',
	'SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
	'Chrome/142.0.0.0 Mobile Safari/537.36 OPR/93.0.0.0',
	'Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0',
	'Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.38.0-gn',
	'Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
	'Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 GSA/16.45',
	'Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Line/15.17.0/IAB',
	'Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Pinterest/Android',
	'Chrome/142.0.0.0 Mobile DuckDuckGo/5 Safari/537.36',
	'Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20241202 MMWEBID/1 MicroMessenger/8.0.56',
	'Mobile [FBAN/FB4A;FBMF/CUBOT;FBBD/CUBOT;FBDV/CUBOT_X30;FBSV/9]',
);

const SYSTEMS = listed(
	'Windows NT 10.0; Win64; x64 | Windows NT 6.1; Win64; x64 | Macintosh; Intel Mac OS X 10_15_7',
	'X11; Linux x86_64 | X11; Ubuntu; Linux x86_64 | X11; CrOS x86_64 14541.0.0 | Windows NT 10.0; WOW64',
	'X11; FreeBSD amd64',
);

const DESKTOP_BROWSERS = listed(
	'Chrome/142.0.0.0 Safari/537.36 | Chrome/109.0.0.0 Safari/537.36',
	'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0 | Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0',
	'Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6 | Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36',
	'Chrome/142.0.0.0 Safari/537.36 Brave/142 | Chrome/130.0.0.0 Electron/33.2.0 Safari/537.36 Slack/4.46',
	'Chrome/126.0.0.0 Whale/3.28 Safari/537.36 | Chrome/132.0.0.0 Safari/537.36 Teams/25290',
	'Chrome/134.0.0.0 Safari/537.36 Notion/4.20 | Chrome/142.0.0.0 Safari/537.36 ArcBrowser/1.1',
);

const OTHERS = listed(
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
	'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
	'Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
	'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
	'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
	'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
	'Mozilla/5.0 (PlayStation; PlayStation 5/8.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
	'Mozilla/5.0 (Linux; FetchTV 4.2) AppleWebKit/537.36 Safari/537.36',
	'Mozilla/5.0 (Mobile; Nokia 2780 Flip; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1',
	'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/79.0.3945.130 Chrome/79.0.3945.130 Safari/537.36 Tesla/2025.38.6',
);

/** What browsers, apps and odd phones of people send. */
export const PEOPLE: string[] = [
	...ANDROID_DEVICES.map((device) => onAndroid(device)),
	...ANDROID_APPS.flatMap((app) => ['SM-A536B', 'CUBOT X30'].map((device) => onAndroid(device, app))),
	...IPHONE_APPS.map((app) => `${IPHONE} ${app}`),
	...SYSTEMS.flatMap((system) =>
		DESKTOP_BROWSERS.map(
			(browser) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`,
		),
	),
	...OTHERS,
];

const CHROME =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Search engines, link previews, monitors, assistants, test browsers and libraries. */
export const PROGRAMS: string[] = [
	...listed(
		'GTmetrix | DebugBear | Checkly/1.0 | Uptrends | ScreenshotMachine | screenshotapi.net',
		'(compatible; Google-InspectionTool/1.0;) | PTST/250101',
		'Prerender (+https://github.com/prerender/prerender) | ChatGPT-User/2.0',
		'(compatible; Perplexity-User/1.0;) | (compatible; Claude-User/1.0) | MistralAI-User/1.0',
	).map((name) => `${CHROME} ${name}`),
	...listed(
		'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0 Safari/537.36',
		'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
		'Mozilla/5.0 (Macintosh) Version/17.4 Safari/605.1.15 (Applebot/0.1)',
		'Mozilla/5.0 (compatible; YandexBot/3.0)',
		'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
		'Mozilla/5.0 (compatible; SemrushBot/7~bl) | AhrefsBot | Slackbot-LinkExpanding 1.0',
		'TelegramBot (like TwitterBot) | WhatsApp/2.23.20.0 | Better Uptime Bot',
		'Mozilla/5.0 (compatible; botify; http://botify.com)',
		'Mozilla/5.0 (compatible; Baiduspider-render/2.0)',
		'Mozilla/5.0 (Linux; Android 5.0) (compatible; Bytespider)',
		'Mozilla/5.0 (compatible; urlscan.io; Security Scanner) | FeedFetcher-Google | node-fetch/1.0',
		'curl/8.5 | Mozilla/5.0 AppleWebKit/537.36 BingPreview/1.0b | python-requests/2.32',
		'Apache-HttpClient/4.5 (Java/17) | Mozilla/5.0 (Unknown; Linux x86_64) PhantomJS/2.1.1',
		'facebookexternalhit/1.1 | facebookcatalog/1.0',
		'Mozilla/5.0 Cypress/13.6 Chrome/118.0 Electron/27.1 Safari/537.36 | meta-externalfetcher/1.1',
		'meta-externalagent/1.1 | GPTBot/1.2 | OAI-SearchBot/1.0',
		'Mozilla/5.0 (compatible; DuckAssistBot/1.1) | Google-Read-Aloud',
		'Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4)',
		'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/) | StatusCake',
		'Datadog/Synthetics | GoogleImageProxy | Wget/1.21 | okhttp/4.12 | axios/1.7 | Go-http-client/2.0',
		'Java/17.0.1 | libwww-perl/6.7 | PostmanRuntime/7.40 | Scrapy/2.11',
		'Mozilla/5.0 (compatible; MJ12bot/v1.4.8) | Mozilla/5.0 (compatible; DotBot/1.2) | CCBot/2.0',
		'ia_archiver | Twitterbot/1.0 | SkypeUriPreview | Embedly/0.2',
	),
	`${onAndroid('Nexus 5X Build/MMB29P')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
	`${onAndroid('CUBOT X30')} (compatible; PetalBot)`,
	`${onAndroid('Moto G Build/LPB23')} Chrome-Lighthouse`,
	CHROME.replace('Chrome', 'HeadlessChrome'),
];

/** What places are called where the list of time zones does not have them, or not in this language. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ beijing: 'Asia/Shanghai', shenzhen: 'Asia/Shanghai', china: 'Asia/Shanghai', japan: 'Asia/Tokyo' },
  ...{ 'san francisco': 'America/Los_Angeles', seattle: 'America/Los_Angeles', boston: 'America/New_York' },
  ...{ washington: 'America/New_York', mumbai: 'Asia/Kolkata', delhi: 'Asia/Kolkata', utc: 'UTC', gmt: 'UTC' },
  ...{ 北京: 'Asia/Shanghai', 上海: 'Asia/Shanghai', 深圳: 'Asia/Shanghai', 香港: 'Asia/Hong_Kong' },
  ...{
    台北: 'Asia/Taipei',
    东京: 'Asia/Tokyo',
    首尔: 'Asia/Seoul',
    新加坡: 'Asia/Singapore',
    悉尼: 'Australia/Sydney',
  },
  ...{
    伦敦: 'Europe/London',
    巴黎: 'Europe/Paris',
    柏林: 'Europe/Berlin',
    罗马: 'Europe/Rome',
    莫斯科: 'Europe/Moscow',
  },
  ...{ 纽约: 'America/New_York', 洛杉矶: 'America/Los_Angeles', 旧金山: 'America/Los_Angeles', 迪拜: 'Asia/Dubai' },
};

/** The time zone of the place that a text names. */
export function zoneIn(text: string): string | undefined {
  const written = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b/.exec(text)?.[0];
  if (written !== undefined) return written;
  const plain = text.toLowerCase();
  const places = [...Object.entries(OTHERS), ...cities()].filter(([place]) => isNamed(plain, place));
  return places.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

function isNamed(text: string, place: string): boolean {
  const at = text.indexOf(place);
  return (
    at >= 0 &&
    !/[a-z]/.test(text[at - 1] ?? '') &&
    (!/[a-z]/.test(place) || !/[a-z]/.test(text[at + place.length] ?? ''))
  );
}

/** `Asia/Ho_Chi_Minh` is the zone of `ho chi minh`. */
function cities(): [string, string][] {
  return Intl.supportedValuesOf('timeZone').map((zone) => [cityOf(zone), zone]);
}

function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
}

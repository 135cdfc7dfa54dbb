import { findTimeZones, orderedTimeZones, timeZoneName } from './timeZones'

const listed = ['Africa/Cairo', 'America/New_York', 'Asia/Tokyo', 'Europe/London', 'Europe/Paris']

test('LB-02 the list has None, then UTC, the own zone, its region and the others', () => {
  expect(orderedTimeZones('Europe/Paris', listed)).toEqual([
    'None',
    'UTC',
    'Europe/Paris',
    'Europe/London',
    'Africa/Cairo',
    'America/New_York',
    'Asia/Tokyo',
  ])
})

test('LB-02 a browser that knows neither its zone nor the list still has None and UTC', () => {
  expect(orderedTimeZones(null, [])).toEqual(['None', 'UTC'])
})

test('LB-02 the browser’s own list has hundreds', () =>
  expect(orderedTimeZones('Europe/London').length).toBeGreaterThan(300))

test.each([
  ['', listed],
  ['new york', ['America/New_York']],
  ['york NEW', ['America/New_York']],
  ['europe/', ['Europe/London', 'Europe/Paris']],
  ['Atlantis', []],
])('LB-02 %j finds %j', (text, found) => expect(findTimeZones(listed, text)).toEqual(found))

test.each([
  ['kolkata', 'Asia/Calcutta'],
  ['calcutta', 'Asia/Kolkata'],
  ['kyiv', 'Europe/Kiev'],
  ['kathmandu', 'Asia/Katmandu'],
  ['ho chi', 'Asia/Saigon'],
  ['Ho_Chi_Minh', 'Asia/Saigon'],
  ['gmt', 'UTC'],
  ['greenwich', 'UTC'],
])('LB-02 %j finds %s, whichever name the browser lists', (text, zone) =>
  expect(findTimeZones([...listed, zone], text)).toEqual([zone]),
)

test.each(['gmt', 'utc', 'kolkata', 'kyiv', 'kathmandu', 'ho chi minh', 'yangon', 'nuuk'])(
  'LB-02 this browser’s list has %s',
  (text) => {
    expect(findTimeZones(orderedTimeZones('Europe/London'), text)).not.toEqual([])
  },
)

test('a zone that is listed by a former name is told by today’s', () =>
  expect(timeZoneName('Asia/Saigon')).toBe('Asia/Ho Chi Minh'))

test('zones are told in words', () => expect(timeZoneName('America/New_York')).toBe('America/New York'))

import { findTimeZones, orderedTimeZones, timeZoneName } from './timeZones'

const listed = ['Africa/Cairo', 'America/New_York', 'Asia/Tokyo', 'Europe/London', 'Europe/Paris']

test('LB-02 the list has None, then UTC, the own zone, its region and the others', () => {
  expect(orderedTimeZones('Europe/Paris', listed)).toEqual(['None', 'UTC', 'Europe/Paris', 'Europe/London', 'Africa/Cairo', 'America/New_York', 'Asia/Tokyo'])
})

test('LB-02 a browser that knows neither its zone nor the list still has None and UTC', () => {
  expect(orderedTimeZones(null, [])).toEqual(['None', 'UTC'])
})

test('LB-02 the browser’s own list has hundreds', () => expect(orderedTimeZones('Europe/London').length).toBeGreaterThan(300))

test.each([
  ['', listed],
  ['new york', ['America/New_York']],
  ['york NEW', ['America/New_York']],
  ['europe/', ['Europe/London', 'Europe/Paris']],
  ['Atlantis', []],
])('LB-02 %j finds %j', (text, found) => expect(findTimeZones(listed, text)).toEqual(found))

test('zones are told in words', () => expect(timeZoneName('America/New_York')).toBe('America/New York'))

import { lightAt, readKiosk, readTvKiosk } from './kioskSettings'

const usual = { dimming: undefined, safePercent: undefined, isDebugged: false, hasClaimCodes: false }

test.each([
  ['', usual],
  ['?key=secret', usual],
  ['?dim=22:00-07:00', { ...usual, dimming: { from: 1320, until: 420, level: 35 } }],
  ['?dim=7:30-9:00,60', { ...usual, dimming: { from: 450, until: 540, level: 60 } }],
  ['?dim=22:00-07:00,0', { ...usual, dimming: { from: 1320, until: 420, level: 5 } }],
  ['?dim=22:00-07:00,999', { ...usual, dimming: { from: 1320, until: 420, level: 100 } }],
  ['?dim=22:00-22:00', usual],
  ['?dim=24:00-07:00', usual],
  ['?dim=evening', usual],
  ['?dim=22:00-07:00,35%3Bfilter', usual],
  ['?safe=0', { ...usual, safePercent: 0 }],
  ['?safe=2.5', { ...usual, safePercent: 2.5 }],
  ['?safe=10', { ...usual, safePercent: 10 }],
  ['?safe=11', usual],
  ['?safe=-1', usual],
  ['?safe=', usual],
  ['?safe=5vw', usual],
  ['?debug=1&claim=1', { ...usual, isDebugged: true, hasClaimCodes: true }],
  ['?debug=true&claim=yes', usual],
])('%s is read as %j', (search, expected) => {
  expect(readKiosk(search)).toEqual(expected)
})

const at = (hours: number, minutes: number) => new Date(2026, 10, 21, hours, minutes)

test.each([
  ['?dim=22:00-07:00,20', at(21, 59), 100],
  ['?dim=22:00-07:00,20', at(22, 0), 20],
  ['?dim=22:00-07:00,20', at(0, 0), 20],
  ['?dim=22:00-07:00,20', at(6, 59), 20],
  ['?dim=22:00-07:00,20', at(7, 0), 100],
  ['?dim=1:00-2:00,20', at(0, 59), 100],
  ['?dim=1:00-2:00,20', at(1, 0), 20],
  ['?dim=1:00-2:00,20', at(2, 0), 100],
])('with %s at %s there is %i %% of the light', (search, now, light) => {
  expect(lightAt(readKiosk(search).dimming!, now)).toBe(light)
})

const night = { dim: { from: '22:30', until: '07:00', level: 20 }, safe_percent: 3, claim_codes: true }

test.each([
  ['', undefined, { dimming: undefined, safePercent: undefined, hasClaimCodes: false }],
  ['', night, { dimming: { from: 1350, until: 420, level: 20 }, safePercent: 3, hasClaimCodes: true }],
  ['?safe=0&claim=0&dim=off', night, { dimming: undefined, safePercent: 0, hasClaimCodes: false }],
  ['?dim=1:00-2:00,50', night, { dimming: { from: 60, until: 120, level: 50 }, safePercent: 3, hasClaimCodes: true }],
  [
    '?claim=1',
    { dim: null, safe_percent: null, claim_codes: false },
    { dimming: undefined, safePercent: undefined, hasClaimCodes: true },
  ],
])('TON-09 a TV at %j whose owner set %j', (search, screen, settings) =>
  expect(readTvKiosk(search, screen)).toMatchObject(settings),
)

import { endProblem, newTimeOptions } from './timeOptions'

const noon = '2026-11-20T12:00:00.000Z'

test.each([
  [noon, '2026-11-20T11:59:00.000Z', 'End date can not be before start date'],
  [noon, noon, 'End date can not be same as start date'],
  [noon, '2026-11-20T13:00:00.000+01:00', 'End date can not be same as start date'],
  [noon, '2026-11-20T12:01:00.000Z', undefined],
  [noon, null, undefined],
  [null, noon, undefined],
  [null, null, undefined],
])('LB-03 from %s to %s: %s', (start, end, sentence) => expect(endProblem(start, end)).toBe(sentence))

test('LB-02 a new board counts all time; its calendar is that of the browser’s zone', () => {
  expect(newTimeOptions()).toMatchObject({
    leaderboard_time_type: 'all_time',
    last_time_timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    last_time_count: 7,
  })
})

test('LB-02 the calendar of a browser that does not know its zone is that of None', () => {
  const spied = jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' })
  expect(newTimeOptions().last_time_timezone).toBeNull()
  spied.mockRestore()
})

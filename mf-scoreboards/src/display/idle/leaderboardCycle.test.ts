import { cycleAt, type CycleMoment, type CycleSeconds } from './useLeaderboardCycle'

const usual: CycleSeconds = { idle_scoreboard_sec: 10, idle_leaderboard_sec: 10 }
const rare: CycleSeconds = { idle_scoreboard_sec: 61, idle_leaderboard_sec: 10 }

test.each<[number, CycleSeconds, CycleMoment['shows'], boolean]>([
  [0, usual, 'scoreboard', false],
  [4_999, usual, 'scoreboard', false],
  [5_000, usual, 'scoreboard', true],
  [9_999, usual, 'scoreboard', true],
  [10_000, usual, 'leaderboard', true],
  [19_999, usual, 'leaderboard', true],
  // Again, and it stays mounted.
  [20_000, usual, 'scoreboard', true],
  [20_500, usual, 'scoreboard', true],
  [25_000, usual, 'scoreboard', true],
  [30_000, usual, 'leaderboard', true],
  [40_000, usual, 'scoreboard', true],
  // So far apart that it is mounted until it has faded out, and again before its turn.
  [70_999, rare, 'leaderboard', true],
  [71_000, rare, 'scoreboard', true],
  [71_500, rare, 'scoreboard', false],
  [126_999, rare, 'scoreboard', false],
  [127_000, rare, 'scoreboard', true],
  // No time to take it away in between.
  [0, { idle_scoreboard_sec: 1, idle_leaderboard_sec: 3 }, 'scoreboard', true],
  [999, { idle_scoreboard_sec: 1, idle_leaderboard_sec: 3 }, 'scoreboard', true],
  [1_000, { idle_scoreboard_sec: 1, idle_leaderboard_sec: 3 }, 'leaderboard', true],
  [4_600, { idle_scoreboard_sec: 1, idle_leaderboard_sec: 3 }, 'scoreboard', true],
  // A day each.
  [86_394_999, { idle_scoreboard_sec: 86_400, idle_leaderboard_sec: 86_400 }, 'scoreboard', false],
  [86_400_000, { idle_scoreboard_sec: 86_400, idle_leaderboard_sec: 86_400 }, 'leaderboard', true],
])('VSB-08 after %i ms of %j: the %s, leaderboard mounted %s', (idleMs, seconds, shows, isMounted) => {
  expect(cycleAt(idleMs, seconds)).toMatchObject({ shows, isMounted })
})

test.each([
  usual,
  { idle_scoreboard_sec: 1, idle_leaderboard_sec: 1 },
  { idle_scoreboard_sec: 86_400, idle_leaderboard_sec: 86_400 },
])('VSB-08 moments of %j follow each other without end, none longer than a timer can be', (seconds) => {
  let idleMs = 0
  for (let moment = 0; moment < 4_000; moment += 1) {
    const { untilMs } = cycleAt(idleMs, seconds)
    expect(untilMs).toBeGreaterThan(idleMs)
    expect(untilMs - idleMs).toBeLessThan(2 ** 31)
    idleMs = untilMs
  }
  const roundMs = 1000 * (seconds.idle_scoreboard_sec + seconds.idle_leaderboard_sec)
  expect(idleMs).toBeGreaterThan(900 * roundMs)
})

import type { Moment, TvScreen } from '@multiball/shared/schema'
import { makeMoment } from '@multiball/shared/testing'
import type { MomentListener } from '@multiball/shared/boards'
import { act, render } from '@testing-library/react'
import { lengthOf, sounds } from './sounds'
import { Speaker } from './Speaker'
import TvSound from './TvSound'

/** A loudspeaker that notes what it plays, and a browser that allows it or not. */
class FakeSpeaker extends Speaker {
  isOn = true
  played: [name: string | undefined, gain: number][] = []
  override isAllowed = async () => this.isOn
  override play: Speaker['play'] = async (tones, gain) => {
    const name = Object.entries(sounds).find(([, known]) => known === tones)?.[0]
    if (this.isOn) this.played.push([name, gain])
    return this.isOn
  }
}

let speaker: FakeSpeaker
let report: jest.Mock<Promise<void>, [boolean]>
let begin: MomentListener
beforeEach(() => {
  speaker = new FakeSpeaker()
  report = jest.fn((_isForbidden: boolean) => Promise.resolve())
  jest.useFakeTimers({ now: new Date(2026, 10, 21, 21, 59) })
})
afterEach(() => jest.useRealTimers())

const onMoment = (listener: MomentListener) => {
  begin = listener
  return () => {}
}
async function open(sound: TvScreen['sound'], trials = 0) {
  const page = (count: number) => (
    <TvSound sound={sound} trials={count} trialVolume="low" onMoment={onMoment} report={report} speaker={speaker} />
  )
  const { rerender } = render(page(trials))
  await act(async () => {})
  return { tryIt: (count: number) => act(async () => rerender(page(count))) }
}
const tell = (fields: Partial<Moment>, isStrip = false) => act(async () => begin(makeMoment(fields), isStrip))

test('SND-02 a fanfare for a record of the house, a rise for one of a machine or a month, a blip for a strip', async () => {
  await open({ volume: 'medium', quiet: null })
  await tell({ kind: 'venue_record' })
  await tell({ kind: 'machine_record' })
  await tell({ kind: 'month_record' })
  await tell({ kind: 'day_record' })
  // Beside a match that is played.
  await tell({ kind: 'venue_record' }, true)
  expect(speaker.played).toEqual([
    ['fanfare', 0.5],
    ['rise', 0.5],
    ['rise', 0.5],
    ['blip', 0.5],
    ['blip', 0.5],
  ])
})

test('SND-01 in its quiet hours a TV is silent', async () => {
  await open({ volume: 'high', quiet: { from: '22:00', until: '08:00' } })
  await tell({})
  jest.setSystemTime(new Date(2026, 10, 21, 22, 0))
  await tell({})
  jest.setSystemTime(new Date(2026, 10, 22, 7, 59))
  await tell({})
  jest.setSystemTime(new Date(2026, 10, 22, 8, 0))
  await tell({})
  expect(speaker.played).toHaveLength(2)
})

test('SND-04 each trial plays the fanfare at its own volume, on a silent TV too, which stays silent', async () => {
  const { tryIt } = await open(null, 1)
  await tell({})
  await tryIt(2)
  await tryIt(2)
  expect(speaker.played).toEqual([
    ['fanfare', 0.25],
    ['fanfare', 0.25],
  ])
})

test('SND-05 whether the browser allows sounds is reported once, and again when somebody has touched the TV', async () => {
  speaker.isOn = false
  await open({ volume: 'low', quiet: null })
  await tell({})
  expect(report.mock.calls).toEqual([[true]])
  speaker.isOn = true
  await act(async () => window.dispatchEvent(new Event('pointerdown')))
  await act(async () => window.dispatchEvent(new Event('keydown')))
  expect(report.mock.calls).toEqual([[true], [false]])
})

test('SND-05 a report that did not arrive comes again', async () => {
  report.mockRejectedValueOnce(new Error('away'))
  await open({ volume: 'low', quiet: null })
  await tell({})
  await tell({})
  expect(report.mock.calls).toEqual([[false], [false]])
})

test.each(Object.entries(sounds))('SND-03 the %s is shorter than 2 s, and never louder than half', (_name, tones) => {
  expect(lengthOf(tones)).toBeLessThan(2)
  const loudness = (now: number) =>
    tones.filter(({ at, lasts }) => at <= now && now < at + lasts).reduce((sum, { level }) => sum + level, 0)
  for (const { at } of tones) expect(loudness(at)).toBeLessThanOrEqual(0.5)
})

describe('SND-05 the loudspeaker', () => {
  /** What a page has of a browser that wants to be touched first. */
  const strict = () => {
    const node = (): object => ({
      connect: (to: object) => to,
      gain: param(),
      frequency: param(),
      start() {},
      stop() {},
    })
    const param = () => {
      const given = {
        setValueAtTime: () => given,
        linearRampToValueAtTime: () => given,
        exponentialRampToValueAtTime: () => given,
      }
      return given
    }
    const context = {
      state: 'suspended',
      isTouched: false,
      currentTime: 0,
      destination: {},
      resume: () => (context.isTouched ? Promise.resolve(void (context.state = 'running')) : new Promise(() => {})),
      suspend: async () => void (context.state = 'suspended'),
      createOscillator: jest.fn(node),
      createGain: node,
      createBiquadFilter: node,
    }
    return context
  }

  test('that is forbidden says so within a second; once it is allowed it plays, and rests when it is over', async () => {
    const context = strict()
    const real = new Speaker(() => context as unknown as AudioContext)
    const first = real.play(sounds.blip, 1)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await first).toBe(false)
    expect(context.createOscillator).not.toHaveBeenCalled()
    context.isTouched = true
    expect(await real.play(sounds.fanfare, 1)).toBe(true)
    expect(context.createOscillator).toHaveBeenCalledTimes(sounds.fanfare.length)
    // A touch in the middle of it.
    expect(await real.isAllowed()).toBe(true)
    await jest.advanceTimersByTimeAsync(lengthOf(sounds.fanfare) * 1000 - 100)
    expect(context.state).toBe('running')
    await jest.advanceTimersByTimeAsync(200)
    expect(context.state).toBe('suspended')
  })

  test('of a browser without sounds is forbidden', async () => {
    const none = new Speaker(() => {
      throw new TypeError('AudioContext is not a constructor')
    })
    expect(await none.isAllowed()).toBe(false)
  })
})

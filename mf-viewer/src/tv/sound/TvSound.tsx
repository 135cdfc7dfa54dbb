import type { MomentListener } from '@multiball/shared/boards'
import { ClockContext } from '@multiball/shared/display'
import type { Moment, TvScreen, TvSound as SoundSetting } from '@multiball/shared/schema'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hoursOf, isWithin } from '../../kiosk/kioskSettings'
import { sounds, type SoundName } from './sounds'
import { Speaker } from './Speaker'

interface TvSoundProps {
  /** how its owner has set it */
  sound: TvScreen['sound']
  /** how often its owner has tried it since the page was opened, and how loud */
  trials: number
  trialVolume: SoundSetting['volume'] | undefined
  /** takes what is called when a moment begins, and answers a function that ends that */
  onMoment(listener: MomentListener): () => void
  /** told whether the browser forbids sounds, once, and again when that changes; rejects where it could not be told on */
  report(isForbidden: boolean): Promise<void>
  speaker?: Speaker
}

const gains: Record<SoundSetting['volume'], number> = { low: 0.25, medium: 0.5, high: 1 }

/** Of the kinds that take over the screen. */
const soundsOfKinds: Record<string, SoundName> = {
  venue_record: 'fanfare',
  machine_record: 'rise',
  month_record: 'rise',
}
const soundOf = ({ kind }: Moment, isStrip: boolean) => (isStrip ? 'blip' : (soundsOfKinds[kind] ?? 'blip'))

/** Makes the sounds of a TV. There is nothing to see of it. */
export default function TvSound({ sound, trials, trialVolume, onMoment, report, speaker: given }: TvSoundProps) {
  const clock = useContext(ClockContext)
  const [speaker] = useState(() => given ?? new Speaker())
  const told = useRef<boolean>(undefined)
  const tell = useEffectEvent((isAllowed: boolean) => {
    if (told.current === isAllowed) return
    told.current = isAllowed
    // It is told with the next one.
    report(!isAllowed).catch(() => (told.current = undefined))
  })
  const play = useEffectEvent((name: SoundName, volume: SoundSetting['volume']) => {
    void speaker.play(sounds[name], gains[volume]).then(tell)
  })
  const begun = useEffectEvent((moment: Moment, isStrip: boolean) => {
    if (!sound) return
    const { volume, quiet } = sound
    if (!quiet || !isWithin(hoursOf(quiet), new Date(clock.now()))) play(soundOf(moment, isStrip), volume)
  })
  const tried = useEffectEvent(() => trialVolume && play('fanfare', trialVolume))

  useEffect(() => {
    const look = () => void speaker.isAllowed().then(tell)
    look()
    addEventListener('pointerdown', look)
    addEventListener('keydown', look)
    return () => {
      removeEventListener('pointerdown', look)
      removeEventListener('keydown', look)
    }
  }, [speaker])
  useEffect(() => onMoment(begun), [onMoment])
  useEffect(() => {
    if (trials > 0) tried()
  }, [trials])
  return null
}

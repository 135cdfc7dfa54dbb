import { tvs } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { FieldGroup, FieldPair, SwitchField, useFormField } from '@multiball/shared/forms'
import type { Tv, TvSound } from '@multiball/shared/schema'
import { Banner, Button, Segmented } from '@multiball/shared/ui'
import { useState } from 'react'
import { TimeField } from './ScreenFields'
import css from './SoundFields.module.css'

type Choice = 'off' | TvSound['volume']

const choices = [
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const

interface SoundFieldsProps {
  tv: Tv
  hasQuiet: boolean
}

/** Whether a TV makes a sound when a record falls, how loud, when not, and how that sounds. */
export function SoundFields({ tv, hasQuiet }: SoundFieldsProps) {
  const { name, value, onChange } = useFormField<Choice>('sound')
  return (
    <FieldGroup>
      <Segmented name={name} label="Sound when a record falls" options={choices} value={value} onChange={onChange} />
      {value !== 'off' && (
        <>
          <Trial tv={tv} volume={value} />
          <SwitchField name="has_quiet" label="Quiet hours" description="Uses the TV’s clock." />
          {hasQuiet && (
            <FieldPair>
              <TimeField name="quiet_from" label="From" />
              <TimeField name="quiet_until" label="Until" />
            </FieldPair>
          )}
        </>
      )}
    </FieldGroup>
  )
}

/** A TV that was asked to play has said by then whether its browser lets it. */
const answerMs = 3_000

const forbidden =
  'The browser of this TV forbids sound. Tap the TV once, or start its browser with --autoplay-policy=no-user-gesture-required.'

/** Plays the sound on the TV, and says what to do where its browser forbids that. */
function Trial({ tv: { id, name, is_online, is_sound_forbidden }, volume }: { tv: Tv; volume: TvSound['volume'] }) {
  const [isPlaying, setPlaying] = useState(false)
  const [trouble, setTrouble] = useState(is_sound_forbidden ? forbidden : undefined)
  const play = async () => {
    if (!is_online) return setTrouble(`${name} is offline, so it can’t play anything right now.`)
    setPlaying(true)
    try {
      await tvs.trySound(id, { volume })
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      const answer = await tvs.get(id)
      setTrouble(answer.is_sound_forbidden ? forbidden : undefined)
    } catch (error) {
      setTrouble(failureWords(error))
    }
    setPlaying(false)
  }
  return (
    <div className={css.trial}>
      <div>
        <Button icon="play" isBusy={isPlaying} onPress={() => void play()}>
          Try the sound
        </Button>
      </div>
      {trouble && <Banner tone="error">{trouble}</Banner>}
    </div>
  )
}

import { useNow } from '@multiball/shared/display'
import css from './Dimmer.module.css'
import { lightAt, type Dimming } from './kioskSettings'

/** Takes light off all that is below it, at the times that the screen's owner set. */
export function Dimmer({ dimming }: { dimming: Dimming }) {
  const light = lightAt(dimming, new Date(useNow(60_000)))
  return <div className={css.dimmer} style={{ opacity: 1 - light / 100 }} data-light={light} aria-hidden="true" />
}

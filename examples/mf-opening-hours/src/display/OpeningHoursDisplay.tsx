import type { DisplayProps } from '@multiball/shared/boards'
import { bannerColor, DotMatrix, useNow, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import * as v from 'valibot'
import { settings as Settings } from '../settings'
import { openNow, tonight, weekFrom } from '../week'
import css from './OpeningHoursDisplay.module.css'
import { Tonight } from './Tonight'
import { useInks } from './useInks'
import { Week } from './Week'

/** What a bar has to say for itself: open or not, what is on, and the week. All times are those of the screen's own clock. */
export function OpeningHoursDisplay({ bootstrap, layout }: DisplayProps<'openinghours'>) {
  const settings = v.parse(Settings, bootstrap.settings)
  const now = new Date(useNow(60_000))
  const { shape } = useStage()
  const { isOpen, text } = openNow(settings, now)
  const items = tonight(settings, now)
  const name = settings.headline || bootstrap.title
  const isCell = layout === 'cell'
  return (
    <article
      className={isCell ? css.cell : css.screen}
      style={{ ...useInks(), '--chars': name.length, '--now-chars': text.length } as CSSProperties}
      data-shape={isCell ? undefined : shape}
    >
      <h2 className={css.headline}>{name}</h2>
      <DotMatrix
        className={css.now}
        text={text}
        color={bannerColor({ text, color: isOpen ? 'green' : 'amber' })}
        atRest={18}
      />
      <div className={css.parts}>
        {items.length > 0 && <Tonight items={items} most={isCell ? 3 : 7} />}
        {!isCell && <Week days={weekFrom(settings, now)} has24Hours={settings.has_24_hours} />}
        {isCell && items.length === 0 && (
          <Week days={weekFrom(settings, now).slice(0, 3)} has24Hours={settings.has_24_hours} />
        )}
      </div>
    </article>
  )
}

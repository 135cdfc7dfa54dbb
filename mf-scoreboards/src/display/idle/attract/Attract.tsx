import { ClockContext, useNow } from '@multiball/shared/display'
import type { ScoreboardBootstrap } from '@multiball/shared/schema'
import { useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { LayoutProps } from '../../boardView'
import { claimAddress, claimSlot, turnMs } from '../../claim/claimSlot'
import { useClaimCode } from '../../claim/useClaimCode'
import { IdleImages } from '../IdleImages'
import { friendlyImages, pickImage, useImagesLoaded } from '../useImages'
import css from './Attract.module.css'
import { Chart, ClaimScene, PlayerOfTheDay, Records } from './scenes'
import { sceneAfter, sceneMs, type AttractScene } from './schedule'
import { ofToday, useAttractNews } from './useAttractNews'

/** What stands in the scoreboard's place: a scene with the stage's own light, or a picture that fills it. */
export type Cover = 'scene' | 'picture' | undefined

interface Images {
  lastImage: number | undefined
  nextImage: number
}

const pick = pickImage(0, Math.random, friendlyImages)

export interface AttractProps {
  board: LayoutProps
  settings: ScoreboardBootstrap
  viewerKey: string | undefined
  /** ms until the first scene, for what it shows to be there */
  startsInMs: number
  /** told what stands in the scoreboard's place, before it is painted */
  onCover(cover: Cover): void
}

/** What a wall plays while nobody plays: scenes that take turns, mounted before they are seen. The scoreboard itself is one of them. */
export function Attract({ board, settings, viewerKey, startsInMs, onCover }: AttractProps) {
  const { view, claims } = board
  const now = useNow(turnMs)
  const told = useAttractNews(settings.id, viewerKey)
  const news = useMemo(() => ofToday(told, now), [told, now])
  const isOfMachine = news !== undefined && (view.game === undefined || news.venuemachine === view.game.venuemachine_id)
  const slot = claims && claimSlot(view.game, now)
  const code = useClaimCode(slot === undefined ? undefined : view.game, viewerKey)
  const address =
    view.game && slot !== undefined && code !== undefined
      ? claimAddress(location.origin, view.game, slot, code)
      : undefined
  const hasImages = useImagesLoaded('picturing')
  const [images, setImages] = useState<Images>(() => ({ lastImage: undefined, nextImage: pick(undefined) }))

  const scenes: Readonly<Record<AttractScene, ReactNode>> = {
    over: undefined,
    records: isOfMachine && news.records.length > 0 && <Records view={view} records={news.records} />,
    player: isOfMachine && news.best_today && <PlayerOfTheDay view={view} best={news.best_today} />,
    chart: isOfMachine && news.today.length > 1 && <Chart view={view} scores={news.today} />,
    claim: slot !== undefined && address !== undefined && <ClaimScene view={view} slot={slot} address={address} />,
    drawing: undefined,
  }
  const has = (scene: AttractScene) => (scene === 'drawing' ? hasImages : Boolean(scenes[scene]))
  const planned = useTurns(has, startsInMs)
  // What has gone while it was on show leaves the last result.
  const shown = has(planned) ? planned : 'over'
  const isDrawing = shown === 'drawing'

  useLayoutEffect(
    () => onCover(shown === 'over' ? undefined : isDrawing ? 'picture' : 'scene'),
    [shown, isDrawing, onCover],
  )
  const [wasDrawing, setWasDrawing] = useState(false)
  if (isDrawing !== wasDrawing) {
    setWasDrawing(isDrawing)
    if (isDrawing) setImages(({ nextImage }) => ({ lastImage: nextImage, nextImage: pick(nextImage) }))
  }

  return (
    <>
      {Object.entries(scenes).map(
        ([name, scene]) =>
          scene && (
            <section
              key={name}
              className={css.scene}
              data-scene={name}
              data-shown={name === shown ? '' : undefined}
              aria-hidden={name !== shown || undefined}
            >
              {scene}
            </section>
          ),
      )}
      <IdleImages
        watch={{ ...images, shows: { type: 'image', image: images.lastImage ?? images.nextImage } }}
        isShown={isDrawing}
      />
    </>
  )
}

/** The scene whose turn it is, the last result first: it has been there for two minutes, so what follows it begins. */
function useTurns(has: (scene: AttractScene) => boolean, startsInMs: number): AttractScene {
  const clock = useContext(ClockContext)
  const [turn, setTurn] = useState<{ scene: AttractScene; ms: number }>({ scene: 'over', ms: startsInMs })
  const [isDue, setDue] = useState(false)
  useEffect(() => clock.after(turn.ms, () => setDue(true)), [clock, turn])
  if (isDue) {
    const scene = sceneAfter(turn.scene, has)
    setDue(false)
    setTurn({ scene, ms: sceneMs[scene] })
  }
  return turn.scene
}

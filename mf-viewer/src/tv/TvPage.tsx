import {
  displaysOf,
  MomentBeginContext,
  showClaimCodes,
  startDisplay,
  type MomentListener,
} from '@multiball/shared/boards'
import { useChunk } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'
import type { TvScreen } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { readTvKiosk } from '../kiosk/kioskSettings'
import { useFreshPage } from '../kiosk/useFreshPage'
import { BoardPage } from '../page/BoardPage'
import { FullText } from '../page/FullText'
import { ReloadContext } from '../page/ReloadContext'
import { reloadPage } from '../kiosk/reloadPage'
import { browserTv, isRemembered } from './browserTv'
import { NameCard } from './NameCard'
import { runTv, type TvEnvironment } from './runTv'
import { gone, ready, sceneOf, show, type Layer, type TvScene } from './scenes'
import { TvLayer } from './TvLayer'
import { atStart, type TvLive } from './tvLive'
import { CodeScreen, EmptyScreen } from './TvScreens'

type Change = { type: 'show'; scene: TvScene } | { type: 'ready' | 'gone'; key: string }

function change(layers: readonly Layer[], made: Change): readonly Layer[] {
  switch (made.type) {
    case 'show':
      return show(layers, made.scene)
    case 'ready':
      return ready(layers, made.key)
    case 'gone':
      return gone(layers, made.key)
  }
}

// Most TVs are silent.
const soundChunk = () => import(/* webpackChunkName: "sound" */ './sound/TvSound')

interface TvPageProps {
  environment?: TvEnvironment
  reload?(): void
  /** of the page's address, which wins over what the owner set */
  search?: string
  /** told what the owner set the screen to */
  onScreen?(screen: TvScreen | undefined): void
}

/** A TV that is steered from the dashboard: a code until it has an owner, then what its owner chose. */
export default function TvPage({
  environment = browserTv,
  reload = reloadPage,
  search = location.search,
  onScreen,
}: TvPageProps) {
  const [live, setLive] = useState<TvLive>(atStart)
  const { round, startAgain } = useReloads(live.reloads, reload)
  // One that forgets who it is stays as old as it is.
  useFreshPage({ reload: () => isRemembered() && reload() })
  const [layers, dispatch] = useReducer(change, [])

  useEffect(() => runTv(environment, setLive), [environment])
  const state = live.steering.type === 'paired' ? live.steering.state : undefined
  const screen = state?.screen
  useEffect(() => onScreen?.(screen), [screen, onScreen])
  useEffect(() => {
    const { hasClaimCodes } = readTvKiosk(search, screen)
    // Before the scene that goes by it is drawn.
    showClaimCodes(hasClaimCodes)
    dispatch({ type: 'show', scene: sceneOf(live, round, hasClaimCodes) })
  }, [live, round, search, screen])

  const TvSound = useChunk(screen?.sound || live.soundTrials > 0 ? soundChunk : undefined)?.default
  const { onMoment, begun } = useMoments()
  const reportSound = useCallback(
    (isForbidden: boolean) => environment.reportSound(environment.memory.read() ?? '', isForbidden),
    [environment],
  )
  return (
    <ReloadContext value={startAgain}>
      <MomentBeginContext value={begun}>
        {layers.map(({ key, scene, phase }) => (
          <TvLayer
            key={key}
            phase={phase}
            onReady={() => dispatch({ type: 'ready', key })}
            onGone={() => dispatch({ type: 'gone', key })}
          >
            <Scene scene={scene} isReachable={live.isReachable} />
          </TvLayer>
        ))}
      </MomentBeginContext>
      {live.identifies > 0 && <NameCard key={live.identifies} name={state?.name ?? ''} />}
      {TvSound && (
        <TvSound
          sound={screen?.sound}
          trials={live.soundTrials}
          trialVolume={state?.sound_trial?.volume}
          onMoment={onMoment}
          report={reportSound}
        />
      )}
    </ReloadContext>
  )
}

/** Hands the moments that begin on the page to one listener, which may come and go. */
function useMoments() {
  const listener = useRef<MomentListener>(undefined)
  const begun = useCallback<MomentListener>((moment, isStrip) => listener.current?.(moment, isStrip), [])
  const onMoment = useCallback((next: MomentListener) => {
    listener.current = next
    return () => void (listener.current = undefined)
  }, [])
  return { onMoment, begun }
}

/** Loads the page again when its owner or its board asks. One that would not be the same TV afterwards starts its board over instead: `round` says how often. */
function useReloads(reloads: number, reload: () => void): { round: number; startAgain(): void } {
  const [round, setRound] = useState(0)
  const startAgain = useCallback(() => (isRemembered() ? reload() : setRound((before) => before + 1)), [reload])
  const askedFor = useEffectEvent(startAgain)
  // Each is asked for once, whatever the page has come to be meanwhile.
  useEffect(() => {
    if (reloads > 0) askedFor()
  }, [reloads])
  return { round, startAgain }
}

function Scene({ scene, isReachable }: { scene: TvScene; isReachable: boolean }) {
  switch (scene.type) {
    case 'waiting':
      return (
        <FullText
          text="Waiting for data..."
          error={isReachable ? undefined : 'No connection to the server. Retrying automatically.'}
        />
      )
    case 'code':
      return <CodeScreen code={scene.code} isReachable={isReachable} />
    case 'empty':
      return <EmptyScreen name={scene.name} isReachable={isReachable} />
    case 'board':
      return <TvBoard address={scene.address} />
  }
}

/** The board of a TV, as its viewer shows it. */
function TvBoard({ address }: { address: BoardAddress }) {
  const store = useStore()
  const { type } = address
  useEffect(() => {
    for (const shown of displaysOf(type)) void startDisplay(store, shown)
  }, [store, type])
  return <BoardPage address={address} />
}

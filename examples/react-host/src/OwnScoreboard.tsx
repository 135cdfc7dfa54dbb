import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { loadHost, reacts } from './multiball'
import type { DisplayModule } from './multiball'
import type { Place } from './place'
import { useScores } from './useScores'

interface Loaded {
  Stage: ComponentType<{ background: string; children: ReactNode }>
  Display: DisplayModule['display']['Display']
}

/** The display of scoreboards as a component of this tree, in a shadow root so that no style meets another. */
export function OwnScoreboard({ host, board }: Place) {
  const place = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded & { root: ShadowRoot }>()
  const { bootstrap, scores } = useScores(host, board)

  useEffect(() => {
    const root = place.current!.shadowRoot ?? place.current!.attachShadow({ mode: 'open' })
    let isOver = false
    let leave = () => {}
    const load = async () => {
      const { loadExpose, loadStage, styleRoot } = await loadHost(host)
      const [{ display }, Stage] = await Promise.all([
        loadExpose<DisplayModule>('mf-scoreboards', './display', reacts),
        loadStage(reacts),
      ])
      leave = await styleRoot(root)
      // Taken out while it was on its way.
      if (isOver) return leave()
      setLoaded({ Stage, Display: display.Display, root })
    }
    load().catch((error: unknown) => console.info('The display did not come', error))
    return () => {
      isOver = true
      leave()
    }
  }, [host])

  return (
    <div className="place" id="own" ref={place}>
      {loaded &&
        bootstrap &&
        createPortal(
          <Filled {...loaded} background={bootstrap.background_color} bootstrap={bootstrap} scores={scores} />,
          loaded.root,
        )}
    </div>
  )
}

interface FilledProps extends Loaded {
  background: string
  bootstrap: unknown
  scores: unknown
}

function Filled({ Stage, Display, background, bootstrap, scores }: FilledProps) {
  return (
    <div style={{ position: 'absolute', inset: 0 }}>
      <Stage background={background}>
        <Display bootstrap={bootstrap} scores={scores} layout="screen" options={{ winnerMachineTitle: null }} />
      </Stage>
    </div>
  )
}

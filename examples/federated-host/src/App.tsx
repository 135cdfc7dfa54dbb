import { Suspense, useState, version } from 'react'
import { boards, type BoardType } from './boards'
import { MountedBoard } from './MountedBoard'
import { Unavailable } from './Unavailable'

interface AppProps {
  type: BoardType
  board: number
}

/** A partner's application: a board as a component of its own tree, and one that is mounted into an element. */
export function App({ type, board }: AppProps) {
  const [words, setWords] = useState('Loading')
  const [isDark, setDark] = useState(false)
  const Board = boards[type]
  return (
    <>
      <h1>Northside Pinball League</h1>
      <p>Our own application, on React {version}. Multiball is a remote of its module federation.</p>
      <h2>A component of our tree</h2>
      <Unavailable>
        <Suspense fallback={<p className="place" />}>
          <div id="component">
            <Board
              className="place"
              board={board}
              theme={isDark ? 'dark' : 'board'}
              title="Live scores of the league"
              onEvent={(event, detail) => {
                if (event === 'ready') setWords('Ready')
                if ('players' in detail)
                  setWords((detail.players ?? []).map(({ name, score }) => `${name ?? 'Somebody'} ${score}`).join(', '))
              }}
            >
              The scores come back soon.
            </Board>
          </div>
        </Suspense>
      </Unavailable>
      <p className="state" id="state">
        {words}{' '}
        <button type="button" onClick={() => setDark((before) => !before)}>
          {isDark ? 'As its owner wants it' : 'Dark'}
        </button>
      </p>
      <h2>Mounted into an element</h2>
      <MountedBoard type={type} board={board} />
    </>
  )
}

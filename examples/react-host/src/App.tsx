import { useState, version } from 'react'
import { MountedBoard } from './MountedBoard'
import { OwnScoreboard } from './OwnScoreboard'
import type { Place } from './place'

/** A partner's application: a board that mounts itself, and a scoreboard that the application renders. */
export function App(place: Place) {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <h1>Flipside Arcades</h1>
      <p className="lead">
        Our own application, on React {version} and webpack. The boards are Multiball’s, loaded while this page runs.
      </p>
      <h2>A board, mounted</h2>
      <p>
        One call of <code>mountBoard</code>: live by itself, in a shadow root, on our React.{' '}
        <button type="button" onClick={() => setShown((before) => !before)}>
          {isShown ? 'Take it out' : 'Put it in'}
        </button>
      </p>
      {isShown ? <MountedBoard {...place} /> : <p className="place" />}
      {place.type === 'scoreboard' && (
        <>
          <h2>A display, rendered by us</h2>
          <p>
            <code>mf-scoreboards</code> <code>./display</code> as a component in our own tree, with scores that we ask
            for ourselves.
          </p>
          <OwnScoreboard {...place} />
        </>
      )}
    </>
  )
}

import { Stage } from '@multiball/shared/display'
import { makeCustomBootstrap, makeCustomScores } from '@multiball/shared/testing'
import { render, screen } from '@testing-library/react'
import { createEventReader } from '../event/readEvent'
import { display } from '../display'
import { samples } from './samples'

const { Display } = display

test.each(Object.keys(samples))('EVT-01 the preview has a tournament that can be read: %s', (name) => {
  const scores = makeCustomScores(samples[name])
  expect(createEventReader()(scores)).toMatchObject({
    state: name === 'Nothing yet' ? 'none' : 'known',
    problem: undefined,
  })
  for (const layout of ['wall', 'lower third']) {
    const view = render(
      <Stage background="#000">
        <Display
          bootstrap={makeCustomBootstrap({ settings: { layout } })}
          scores={scores}
          layout="screen"
          options={{ winnerMachineTitle: null }}
        />
      </Stage>,
    )
    expect(screen.getAllByRole('heading').length).toBeGreaterThan(0)
    view.unmount()
  }
})

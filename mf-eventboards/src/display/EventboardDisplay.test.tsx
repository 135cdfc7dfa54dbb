import { Stage } from '@multiball/shared/display'
import { makeCustomBootstrap } from '@multiball/shared/testing'
import { render, screen } from '@testing-library/react'
import { display } from '../display'

const { Display } = display

function show(settings: object, layout: 'screen' | 'cell' = 'screen') {
  const bootstrap = makeCustomBootstrap({ title: 'Friday', settings: { ...settings } })
  render(
    <Stage background="#000" layout={layout}>
      <Display bootstrap={bootstrap} scores={undefined} layout={layout} options={{ winnerMachineTitle: null }} />
    </Stage>,
  )
}

test.each(['screen', 'cell'] as const)('a %s shows title and text', (layout) => {
  show({ text: 'Free play until ten' }, layout)
  expect(screen.getByRole('heading', { name: 'Friday' })).toBeInTheDocument()
  expect(screen.getByText('Free play until ten')).toBeInTheDocument()
})

test('the title can be left out', () => {
  show({ text: 'Free play until ten', display_title: false })
  expect(screen.queryByRole('heading')).toBeNull()
})

test('text is text: what is markup stays letters', () => {
  show({ text: '<img src=x>' })
  expect(screen.getByText('<img src=x>')).toBeInTheDocument()
})
